"""Pages of a reader that are merged onto and scaled before they are written show the same."""
from PyPDF2 import PdfReader, PdfWriter

stamp = PdfReader("letter.pdf").pages[0]
writer = PdfWriter()
for page in PdfReader("report.pdf").pages:
    page.merge_page(stamp)
    page.scale_by(0.5)
    writer.add_page(page)
reader = PdfReader("report.pdf")
first = reader.pages[0]
first.add_transformation((2, 0, 0, 2, 0, 0))
first.compress_content_streams()
writer.add_page(first)
writer.write("stamped.pdf")
for page in PdfReader("stamped.pdf").pages:
    print([float(value) for value in page.mediabox], repr(page.extract_text()))
