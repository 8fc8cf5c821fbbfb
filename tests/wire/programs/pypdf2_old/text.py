"""The words of a page are the same, whatever becomes of the spaces between them."""
from PyPDF2 import PdfFileReader

for name in ("letter.pdf", "report.pdf"):
    with open(name, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        for page in reader.pages[:3]:
            text = page.extractText()
            print(type(text).__name__, "".join(text.split()).encode("ascii", "ignore"))
