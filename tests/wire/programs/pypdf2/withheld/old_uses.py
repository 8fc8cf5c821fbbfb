"""Uses of renamed members that cannot be carried over: unpacked arguments, a method that is not called, a comment."""
from PyPDF2 import PdfFileReader, PdfFileWriter

reader = PdfFileReader("letter.pdf")
fetch = reader.getPage
number = (0,)
print(reader.getPage(*number)["/Type"], fetch(1)["/Type"])
print(reader.getNumPages(  # all of them
))
writer = PdfFileWriter()
writer.addBookmark
writer.addPage(reader.getPage(0))
writer.addBookmark("red", 0, None, (1, 0, 0))
