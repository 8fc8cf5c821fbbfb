"""Rotating by quarter turns, and setting the rotation, gives the same pages; another angle is refused alike."""
from io import BytesIO

from PyPDF2 import PdfReader, PdfWriter

writer = PdfWriter()
for angle, page in zip((90, -90, 180, 450), PdfReader("report.pdf").pages):
    writer.add_page(page.rotate(angle))
for page in PdfReader("letter.pdf").pages:
    page.rotation = 270
    writer.add_page(page)
stream = BytesIO()
writer.write(stream)
for page in PdfReader(stream).pages:
    print(page.rotation, page.get("/Rotate"), repr(page.extract_text()))
try:
    PdfReader("letter.pdf").pages[0].rotate(45)
except ValueError as error:
    print("refused", error)
