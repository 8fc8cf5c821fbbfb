"""Pages merged onto a page of a writer, or onto a blank page, show both texts and keep or widen the box."""
from io import BytesIO

from PyPDF2 import PageObject, PdfReader, PdfWriter

stamp = PdfReader("letter.pdf").pages[1]
for expand in (False, True):
    writer = PdfWriter()
    for page in PdfReader("report.pdf").pages:
        stamped = writer.add_page(page)
        stamped.merge_page(stamp, expand=expand)
    sheet = PageObject.create_blank_page(width=300, height=400)
    sheet.merge_page(PdfReader("letter.pdf").pages[0], expand)
    sheet.merge_page(stamp)
    writer.add_page(sheet)
    stream = BytesIO()
    writer.write(stream)
    for page in PdfReader(stream).pages:
        print([float(v) for v in page.mediabox], repr(page.extract_text()), "/Font" in page["/Resources"])
