"""A page that is stamped, and then fetched from its reader a second time, has to carry the stamp there as well."""
from PyPDF2 import PdfFileReader, PdfFileWriter

reader, writer = PdfFileReader("letter.pdf"), PdfFileWriter()
page = reader.getPage(0)
page.mergePage(PdfFileReader("paper.pdf").getPage(0))
writer.addPage(page)
print("Chapter" in reader.getPage(0).extractText())
