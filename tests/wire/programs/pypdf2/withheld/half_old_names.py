"""A class that stayed, used through members that are gone: renaming the import alone would break it."""
import PyPDF2

reader = PyPDF2.PdfReader("letter.pdf")
print(reader.getPage(0).extractText(), reader.getNumPages())
