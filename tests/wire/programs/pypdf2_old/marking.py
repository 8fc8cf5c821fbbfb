"""Outline items, destinations, links and files that are added by the names of 1.x are the same."""
from PyPDF2 import PdfFileReader, PdfFileWriter
from PyPDF2.generic import RectangleObject, TextStringObject

writer = PdfFileWriter()
writer.appendPagesFromReader(PdfFileReader("report.pdf"))
plots = writer.addBookmark("Plots", 0)
writer.addBookmark("One", 1, plots)
writer.addBookmark(title="Two", pagenum=2, parent=plots)
writer.addNamedDestination(TextStringObject("end"), pagenum=3)
writer.addURI(0, "https://example.org/", RectangleObject([10, 20, 30, 40]))
writer.addURI(pagenum=1, uri="https://example.org/one", rect=RectangleObject([10, 20, 30, 40]))
writer.addAttachment(fname="notes.txt", fdata=b"wet")
with open("marked.pdf", "wb") as output:
    writer.write(output)
reader = PdfFileReader("marked.pdf")


def show(items, depth=0):
    for item in items:
        if isinstance(item, list):
            show(item, depth + 1)
        else:
            print(depth, item.title, item.typ, [reader.getPage(n)["/Type"] for n in range(1)])


show(reader.outlines)
for number in (0, 1):
    for annotation in reader.getPage(number)["/Annots"]:
        entry = annotation.getObject()
        if entry["/Subtype"] == "/Link" and "/A" in entry and "/URI" in entry["/A"]:
            print(number, entry["/A"]["/URI"], [float(value) for value in entry["/Rect"]])
names = reader.trailer["/Root"]["/Names"]["/EmbeddedFiles"]["/Names"]
print(names[0], names[1].getObject()["/EF"]["/F"].getData())
