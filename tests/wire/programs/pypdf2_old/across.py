"""What is handed from function to function, kept in attributes and lists, is followed."""
import PyPDF2


class Document:
    def __init__(self, path):
        self.reader = PyPDF2.PdfFileReader(path)
        self.pages = [self.reader.getPage(number) for number in range(self.reader.numPages)]

    def sizes(self):
        return [tuple(map(float, page.mediaBox.upperRight)) for page in self.pages]


def first(document):
    return document.reader.getPage(0)


def opened(path, reader=None):
    reader = reader or PyPDF2.PdfFileReader(path)
    return reader


def describe(reader, *, page=0):
    page = reader.getPage(page)
    return float(page.mediaBox.getWidth()), reader.getNumPages()


document = Document("report.pdf")
print(document.sizes(), float(first(document).cropBox.getWidth()))
print(describe(opened("letter.pdf")), describe(document.reader, page=1))
counts = {name: opened(name).getNumPages() for name in ("letter.pdf", "paper.pdf")}
print(counts, max([opened(name).numPages for name in counts]))
print([page.getObject()["/Type"] for page in opened("paper.pdf").pages])
