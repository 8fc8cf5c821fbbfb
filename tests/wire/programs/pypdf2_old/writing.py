"""A document that is put together by the names of 1.x has the same pages in the same order."""
import io

import PyPDF2 as pdf
from PyPDF2.generic import NameObject, createStringObject

letter = pdf.PdfFileReader("letter.pdf")
writer = pdf.PdfFileWriter()
writer.appendPagesFromReader(letter)
writer.insertPage(pdf.PdfFileReader("report.pdf").getPage(2), index=1)
writer.insertPage(pdf.PdfFileReader("report.pdf").getPage(0))
writer.addBlankPage(*(50, 60))
writer.insertBlankPage(index=2)
writer.addPage(letter.getPage(0))
print(writer.getNumPages(), writer.getPage(1)["/Type"], len(writer.pages))
writer.addMetadata({"/Title": "Put together", "/Pages": str(writer.getNumPages())})
writer.setPageMode("/UseOutlines")
writer.setPageLayout(layout="/TwoColumnLeft")
print(writer.getPageMode(), writer.getPageLayout(), writer.pageMode, writer.pageLayout)
writer._root_object.update({NameObject("/Lang"): createStringObject("en")})
print(writer._root_object["/Type"], writer._root_object["/Pages"].getObject()["/Count"])
stream = io.BytesIO()
writer.write(stream)
print(pdf.PdfFileReader(stream).trailer["/Root"]["/Lang"])
reader = pdf.PdfFileReader(stream)
print([[float(value) for value in page.mediaBox] for page in reader.pages])
print(["".join(page.extractText().split())[:8] for page in reader.pages if "/Contents" in page])
print(reader.documentInfo.title, reader.documentInfo["/Pages"], reader.getPageMode(), reader.getPageLayout())
locked = pdf.PdfFileWriter()
locked.addPage(letter.getPage(1))
locked.encrypt(user_pwd="in", owner_pwd="all", use_128bit=True)
locked.write(stream := io.BytesIO())
reader = pdf.PdfFileReader(stream)
print(reader.isEncrypted, int(reader.decrypt("no")), int(reader.decrypt("in")), reader.getNumPages())
