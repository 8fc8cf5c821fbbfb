"""Pages that are turned either way and then written are turned as far."""
from PyPDF2 import PdfFileReader, PdfFileWriter

reader, angle = PdfFileReader("report.pdf"), 90
writer = PdfFileWriter()
for number in range(reader.numPages):
    page = reader.getPage(number)
    if number == 0:
        page.rotateClockwise(90)
    elif number == 1:
        page.rotateCounterClockwise(90)
    elif number == 2:
        page.rotateCounterClockwise(-angle).rotateCounterClockwise(angle + 90)
    else:
        page.rotateCounterClockwise(angle=angle)
    writer.addPage(page)
writer.addPage(PdfFileReader("letter.pdf").getPage(0).rotateClockwise(270))
with open("turned.pdf", "wb") as output:
    writer.write(output)
print(reader.numPages)
print([page.get("/Rotate") % 360 for page in PdfFileReader("turned.pdf").pages])
