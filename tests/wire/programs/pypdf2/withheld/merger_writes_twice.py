"""A merger that writes twice wrote its pages twice the second time; a writer does not."""
from PyPDF2 import PdfFileMerger, PdfFileReader

merger = PdfFileMerger()
for name in ("letter.pdf", "paper.pdf"):
    merger.append(name)
    merger.write("merged.pdf")
print(PdfFileReader("merged.pdf").getNumPages())
