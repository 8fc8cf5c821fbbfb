"""Boxes of pages, and their corners, read and written by the names of 1.x, are the same."""
from PyPDF2 import PdfFileReader, PdfFileWriter

reader = PdfFileReader("report.pdf")
page = reader.getPage(1)
for box in (page.mediaBox, page.cropBox, page.trimBox, page.bleedBox, page.artBox):
    print([float(value) for value in box], float(box.getWidth()), float(box.getHeight()))
    print(*map(float, (box.getLowerLeft_x(), box.getLowerLeft_y(), box.getUpperRight_x(), box.getUpperRight_y())))
    print(*map(float, (box.getLowerRight_x(), box.getLowerRight_y(), box.getUpperLeft_x(), box.getUpperLeft_y())))
    corners = (box.getLowerLeft(), box.getLowerRight(), box.getUpperLeft(), box.getUpperRight())
    print([tuple(map(float, corner)) for corner in corners])
    print([tuple(map(float, corner)) for corner in (box.lowerLeft, box.lowerRight, box.upperLeft, box.upperRight)])
page.mediaBox.upperRight = (300, 200)
page.cropBox.setLowerLeft((10, 20))
page.cropBox.setUpperRight(
    (100, 120),
)
page.trimBox.upperLeft = (5, 90)
page.artBox.setLowerRight(value=(60, 7))
page.bleedBox.setUpperLeft((1, 2))
writer = PdfFileWriter()
writer.addPage(page)
with open("boxed.pdf", "wb") as output:
    writer.write(output)
boxed = PdfFileReader("boxed.pdf").getPage(0)
print([[float(value) for value in box] for box in (boxed.mediaBox, boxed.cropBox, boxed.trimBox, boxed.artBox)])
