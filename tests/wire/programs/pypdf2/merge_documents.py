"""Documents that are appended and merged give the same pages in the same order, with the same outline."""
from io import BytesIO

from PyPDF2 import PageRange, PdfReader, PdfWriter


def titles(items):
    return [titles(item) if isinstance(item, list) else item.title for item in items]


def show(writer):
    stream = BytesIO()
    writer.write(stream)
    reader = PdfReader(stream)
    print(len(reader.pages), [page.extract_text()[:12] for page in reader.pages])
    print(titles(reader.outline), sorted(reader.named_destinations))


writer = PdfWriter()
writer.append("letter.pdf")
writer.append(PdfReader("report.pdf"), "The report")
show(writer)

writer = PdfWriter()
writer.append("report.pdf", pages=(0, 4, 2))
writer.append("letter.pdf", pages=PageRange("-1"))
writer.merge(1, "paper.pdf", pages=PageRange(":2"))
show(writer)

writer = PdfWriter()
with open("report.pdf", "rb") as first, open("letter.pdf", "rb") as second:
    writer.append(fileobj=first, import_outline=False)
    writer.merge(position=0, fileobj=second)
    show(writer)
writer.close()

writer = PdfWriter()
writer.append_pages_from_reader(PdfReader("paper.pdf"))
show(writer)
