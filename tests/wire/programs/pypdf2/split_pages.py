"""Splitting a document gives one file a page, each with its text, box, rotation and annotations."""
import os

from PyPDF2 import PdfReader, PdfWriter

reader = PdfReader("report.pdf")
for index in range(len(reader.pages)):
    writer = PdfWriter()
    writer.add_page(reader.pages[index])
    with open(f"page{index}.pdf", "wb") as output:
        print(writer.write(output)[0])
for index in range(4):
    page = PdfReader(f"page{index}.pdf").pages[0]
    print(repr(page.extract_text()), [float(v) for v in page.mediabox], page.get("/Rotate"))
    print([note.get_object()["/Subtype"] for note in page.get("/Annots", [])])
print(sorted(name for name in os.listdir() if name.startswith("page") and name.endswith(".pdf")))
