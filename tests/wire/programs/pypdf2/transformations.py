"""A transformation has the same matrix, and a page of a writer that it is applied to has the same box and text."""
from io import BytesIO

from PyPDF2 import PdfReader, PdfWriter, Transformation


def numbers(values):
    return [round(float(value), 6) + 0.0 for value in values]


turned = Transformation().rotate(30).translate(tx=10, ty=20).scale(2, 0.5)
print(numbers(turned.ctm), [numbers(row) for row in turned.matrix])
print(numbers(Transformation((1, 2, 3, 4, 5, 6)).ctm), numbers(Transformation.compress(turned.matrix)))
print(numbers(turned.apply_on((1, 2))), type(turned.apply_on([1, 2])).__name__)
try:
    Transformation().scale()
except ValueError as error:
    print("refused", error)

for expand in (False, True):
    writer = PdfWriter()
    for page in PdfReader("report.pdf").pages:
        writer.add_page(page).add_transformation(Transformation().scale(sx=2, sy=3), expand)
    writer.pages[0].scale_by(0.5)
    writer.pages[1].scale_to(100, 300)
    writer.pages[2].transfer_rotation_to_content()
    writer.pages[3].compress_content_streams()
    stream = BytesIO()
    writer.write(stream)
    for page in PdfReader(stream).pages:
        print(numbers(page.mediabox), numbers(page.cropbox), page.rotation, repr(page.extract_text()))
