"""A class that derives from a renamed class of the library."""
from PyPDF2 import PdfFileReader


class Counting(PdfFileReader):
    def count(self):
        return self.numPages


print(Counting("letter.pdf").count())
