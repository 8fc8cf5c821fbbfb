"""Documents that a merger put together are the same when a writer does it."""
import io

from PyPDF2 import PageRange, PdfFileMerger, PdfFileReader, PdfFileWriter


def titles(items):
    return [titles(item) if isinstance(item, list) else item.title for item in items]


def show(stream):
    reader = PdfFileReader(stream)
    print(reader.numPages, ["".join(page.extractText().split())[:9].encode("ascii", "ignore") for page in reader.pages])
    print(titles(reader.outlines), sorted(reader.namedDestinations), reader.getPageMode())


merger = PdfFileMerger(strict=False)
for name in ("letter.pdf", "report.pdf"):
    merger.append(name)
merger.write("merged.pdf")
merger.close()
show("merged.pdf")

merger = PdfFileMerger()
with open("report.pdf", "rb") as report:
    merger.append(report, bookmark="The report", pages=(0, 4, 2), import_bookmarks=False)
    merger.append(PdfFileReader("letter.pdf"), "Letters")
    merger.merge(position=1, fileobj="paper.pdf", pages=PageRange(":2"))
merger.addMetadata({"/Title": "All"})
merger.setPageMode("/UseOutlines")
stream = io.BytesIO()
merger.write(fileobj=stream)
merger.close()
show(stream)
print(PdfFileReader(stream).documentInfo.title, PdfFileWriter().getNumPages())
