"""A document that is read by the names of 1.x has the same pages, information and outline."""
import PyPDF2

reader = PyPDF2.PdfFileReader(open("report.pdf", "rb"))
print(reader.numPages, reader.getNumPages(), f"{reader.numPages - 1} left", -reader.numPages, reader.numPages**2)
print(reader.isEncrypted, reader.getIsEncrypted(), len(reader.pages))
information = reader.getDocumentInfo()
print(information.title, information.author, information.subject, information.creator, information.producer)
print(reader.documentInfo["/Keywords"], PyPDF2.PdfFileReader("letter.pdf").getDocumentInfo())
print(reader.getPageLayout(), reader.pageLayout, reader.getPageMode(), reader.pageMode)
print(sorted(reader.getNamedDestinations()), sorted(reader.namedDestinations))


def titles(items):
    return [titles(item) if isinstance(item, list) else item.title for item in items]


print(titles(reader.getOutlines()), titles(reader.outlines))
for number in range(reader.getNumPages()):
    page = reader.getPage(number)  # one after another
    print(number, sorted(page.keys() - {"/Parent"}), page["/Type"])
last = reader.getPage(
    reader.getNumPages()  # counted again
    - 1,
)
print(float(last["/UserUnit"]), reader.getPage(pageNumber=-1) is last)
try:
    reader.getPage(4)
except IndexError:
    print("no fifth page")
print(reader.getObject(reader.trailer.raw_get("/Root"))["/Type"])
