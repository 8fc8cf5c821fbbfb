"""A module that is gone; its exceptions moved."""
from PyPDF2 import PdfReader
from PyPDF2.utils import PdfReadError

try:
    PdfReader("truncated.pdf")
except PdfReadError:
    print("damaged")
