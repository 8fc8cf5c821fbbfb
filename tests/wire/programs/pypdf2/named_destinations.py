"""Named destinations, page layout and page mode read the same, and can be written."""
from io import BytesIO

from PyPDF2 import PdfReader, PdfWriter

reader = PdfReader("report.pdf")
for name, place in sorted(reader.named_destinations.items()):
    print(name, place.title, place.typ, place.page.idnum, place.get("/Top"))
print(reader.page_layout, reader.page_mode, PdfReader("letter.pdf").page_layout, PdfReader("letter.pdf").page_mode)

writer = PdfWriter()
for page in reader.pages:
    writer.add_page(page)
writer.page_layout = "/SinglePage"
writer.page_mode = "/UseOutlines"
print(writer.page_layout, writer.page_mode)
stream = BytesIO()
writer.write(stream)
again = PdfReader(stream)
print(again.page_layout, again.page_mode, again.named_destinations, again.pdf_header)
