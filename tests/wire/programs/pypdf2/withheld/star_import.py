"""A star import hides what is taken."""
from PyPDF2 import *

print(len(PdfReader("letter.pdf").pages))
