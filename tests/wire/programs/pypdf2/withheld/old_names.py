"""The names of PyPDF2 1.x are gone: class, methods and properties."""
from PyPDF2 import PdfFileReader, PdfFileWriter

reader = PdfFileReader(open("letter.pdf", "rb"))
writer = PdfFileWriter()
for number in range(reader.numPages):
    page = reader.getPage(number)
    print(page.extractText())
    page.rotateClockwise(90)
    writer.addPage(page)
with open("turned.pdf", "wb") as output:
    writer.write(output)
