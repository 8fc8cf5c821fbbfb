"""Until PyPDF2 2 a page that was changed after it was added was written as changed; pypdf copies it when it is added."""
from PyPDF2 import PdfFileReader, PdfFileWriter

writer = PdfFileWriter()
page = PdfFileReader("letter.pdf").getPage(0)
writer.addPage(page)
page.rotateClockwise(90)
writer.write(open("turned.pdf", "wb"))
print(PdfFileReader(open("turned.pdf", "rb")).getPage(0).get("/Rotate"))
