"""A class that stayed beside an exception whose module is gone."""
from PyPDF2 import PdfReader
from PyPDF2.utils import PdfReadError

for name in ("truncated.pdf", "letter.pdf"):
    try:
        print(len(PdfReader(name).pages))
    except PdfReadError:
        print("damaged")
