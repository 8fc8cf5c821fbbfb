"""A class that stayed, used through members that are gone."""
import PyPDF2

reader = PyPDF2.PdfReader("letter.pdf")
print("".join(reader.getPage(0).extractText().split()))
print(reader.getNumPages(), hasattr(reader, "trailer"))
