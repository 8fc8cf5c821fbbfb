"""Pages of a reader that are merged onto, scaled or moved before they are written show the same."""
from PyPDF2 import PdfFileReader, PdfFileWriter
from PyPDF2.pdf import PageObject

watermark = PdfFileReader("letter.pdf").getPage(1)


def show(writer, name):
    with open(name, "wb") as output:
        writer.write(output)
    for page in PdfFileReader(name).pages:
        words = "".join(page.extractText().split()).encode("ascii", "ignore")
        print(name, [float(value) for value in page.mediaBox], words, page.get("/Rotate"))


output = PdfFileWriter()
source = PdfFileReader(open("report.pdf", "rb"))
page = source.getPage(0)
page.mergePage(watermark)
output.addPage(page)
page = source.getPage(1)
page.mergePage(PdfFileReader("letter.pdf").getPage(0))
output.addPage(page)
show(output, "two.pdf")

output = PdfFileWriter()
source = PdfFileReader(open("report.pdf", "rb"))
for number in range(source.getNumPages()):
    page = source.getPage(number)
    if number % 2:
        page.mergePage(watermark)
        page.scaleBy(0.5)
    page.compressContentStreams()
    output.addPage(page)
show(output, "every_second.pdf")

output = PdfFileWriter()
for page in PdfFileReader(open("report.pdf", "rb")).pages:
    # all of them
    page.mergePage(page2=watermark)
    page.scaleTo(width=100, height=200)
    output.addPage(page)
show(output, "all.pdf")

output = PdfFileWriter()
source = PdfFileReader("report.pdf")
first = source.getPage(0)
first.mergePage(watermark)
output.addPage(first)
for number in range(1, source.numPages):
    output.addPage(source.getPage(number))
show(output, "cover.pdf")

output = PdfFileWriter()
sheet = PageObject.createBlankPage(None, 300, 400)
sheet.mergePage(PdfFileReader("letter.pdf").getPage(0))
sheet.mergeTranslatedPage(watermark, 100, 50)
sheet.mergeScaledPage(watermark, 0.5)
sheet.mergeRotatedPage(watermark, 90, expand=True)
sheet.mergeTransformedPage(watermark, (1, 0, 0, 1, 20, 30))
output.addPage(sheet)
new = output.addBlankPage(width=sheet.mediaBox.getWidth(), height=100) or output.getPage(1)
new.mergePage(PdfFileReader("letter.pdf").getPage(0))
show(output, "sheet.pdf")
