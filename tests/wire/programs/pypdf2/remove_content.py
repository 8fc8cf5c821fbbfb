"""Text and images that are removed are gone from what can be read, on both sides."""
from PyPDF2 import PdfReader, PdfWriter

writer = PdfWriter()
for page in PdfReader("report.pdf").pages:
    writer.add_page(page)
writer.remove_text()
writer.write("silent.pdf")
print([page.extract_text() for page in PdfReader("silent.pdf").pages])

writer = PdfWriter()
for page in PdfReader("pictures.pdf").pages:
    writer.add_page(page)
writer.remove_images()
writer.write("plain.pdf")
print([b" Do" in page.get_contents().get_data() for page in PdfReader("plain.pdf").pages])
