"""The same page turned in each round of a loop and added each time was one object in PyPDF2 1."""
from PyPDF2 import PdfFileReader, PdfFileWriter

reader, writer = PdfFileReader("letter.pdf"), PdfFileWriter()
for _ in range(3):
    page = reader.getPage(0)
    page.rotateClockwise(90)
    writer.addPage(page)
writer.write(open("turned.pdf", "wb"))
print([page.get("/Rotate") for page in PdfFileReader(open("turned.pdf", "rb")).pages])
