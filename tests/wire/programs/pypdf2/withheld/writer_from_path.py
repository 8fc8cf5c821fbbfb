"""PdfWriter(path) begins empty in PyPDF2 and with the pages of the file in pypdf."""
from PyPDF2 import PdfReader, PdfWriter

with PdfWriter("letter.pdf") as writer:
    writer.add_page(PdfReader("report.pdf").pages[0])
print(len(PdfReader("letter.pdf").pages))
