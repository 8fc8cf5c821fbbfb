"""Images of a page have the same names, and an RGB image the same bytes."""
from PyPDF2 import PdfReader

for page in PdfReader("pictures.pdf").pages:
    print(len(page.images), [image.name for image in page.images])
first = PdfReader("pictures.pdf").pages[0].images[0]
print(first.name, first.data[:8], len(first.data))
