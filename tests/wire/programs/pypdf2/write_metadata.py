"""Metadata that a writer adds is read back the same, plain text and other letters alike."""
from PyPDF2 import PdfReader, PdfWriter

reader = PdfReader("report.pdf")
writer = PdfWriter()
for page in reader.pages:
    writer.add_page(page)
writer.add_metadata(reader.metadata)
writer.add_metadata({"/Title": "Überarbeitet – 2", "/Author": "Zoë", "/Plots": "4"})
with open("titled.pdf", "wb") as output:
    writer.write(output)
info = PdfReader("titled.pdf").metadata
for key in sorted(info):
    print(key, info[key])
print(info.title, info.author, info.creation_date)

fresh = PdfWriter()
fresh.add_blank_page(100, 100)
fresh.write("fresh.pdf")
print(PdfReader("fresh.pdf").metadata, PdfReader("fresh.pdf").metadata.producer)
