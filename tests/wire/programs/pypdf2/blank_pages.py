"""Blank pages are added and inserted with the same sizes in the same places."""
from PyPDF2 import PaperSize, PdfReader, PdfWriter
from PyPDF2.errors import PageSizeNotDefinedError

writer = PdfWriter()
try:
    writer.add_blank_page()
except PageSizeNotDefinedError:
    print("no size")
writer.add_blank_page(width=PaperSize.A4.width, height=PaperSize.A4.height)
writer.add_blank_page()
writer.insert_blank_page(10, 20.5, 1)
writer.insert_page(PdfReader("letter.pdf").pages[1])
writer.insert_page(PdfReader("letter.pdf").pages[0], 2)
print(len(writer.pages), writer.get_page(0).extract_text(), writer.pages[2].extract_text())
writer.write("sizes.pdf")
for page in PdfReader("sizes.pdf").pages:
    print([float(v) for v in page.mediabox], repr(page.extract_text()))
print(PaperSize.A0, PaperSize.A8, PaperSize.C4)
