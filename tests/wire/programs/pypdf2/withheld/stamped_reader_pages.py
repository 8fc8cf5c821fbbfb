"""A page of a reader can be merged onto in PyPDF2; pypdf wants a page of a writer."""
from PyPDF2 import PdfReader, PdfWriter

stamp = PdfReader("letter.pdf").pages[0]
writer = PdfWriter()
for page in PdfReader("report.pdf").pages:
    page.merge_page(stamp)
    page.scale_by(0.5)
    writer.add_page(page)
writer.write("stamped.pdf")
