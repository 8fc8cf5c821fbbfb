"""A merger read the file of a reader again and saw none of the changes made to its pages."""
from PyPDF2 import PdfFileMerger, PdfFileReader

reader = PdfFileReader("letter.pdf")
for page in reader.pages:
    page.rotateClockwise(90)
merger = PdfFileMerger()
merger.append(reader)
merger.write("merged.pdf")
print([page.get("/Rotate") for page in PdfFileReader("merged.pdf").pages])
