"""Page boxes read the same, inherited and derived ones included, and a page that was cropped keeps its new box."""
from io import BytesIO

from PyPDF2 import PdfReader, PdfWriter
from PyPDF2.generic import RectangleObject

for name in ["report.pdf", "paper.pdf", "letter.pdf"]:
    for page in PdfReader(name).pages:
        for box in (page.mediabox, page.cropbox, page.trimbox, page.bleedbox, page.artbox):
            print([float(value) for value in box], float(box.width), float(box.height))
        print(page.mediabox.lower_left, [float(v) for v in page.mediabox.upper_right], page.rotation, float(page.user_unit))
        print(page.mediabox.width > page.mediabox.height, int(page.cropbox.width), round(float(page.trimbox.top), 1))

reader = PdfReader("report.pdf")
writer = PdfWriter()
for page in reader.pages:
    page.cropbox.lower_left = (10, 20)
    page.cropbox.upper_right = (page.mediabox.right / 2, page.mediabox.top / 2)
    page.trimbox = RectangleObject((1, 2, 100, 200))
    writer.add_page(page)
stream = BytesIO()
writer.write(stream)
for page in PdfReader(stream).pages:
    print([float(v) for v in page.cropbox], [float(v) for v in page.trimbox], [float(v) for v in page.mediabox])
