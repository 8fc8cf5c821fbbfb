"""A page of a reader that is stamped and never given to a writer stays with the reader."""
from PyPDF2 import PdfFileReader

page = PdfFileReader("letter.pdf").getPage(0)
page.mergePage(PdfFileReader("paper.pdf").getPage(0))
print("Chapter" in page.extractText())
