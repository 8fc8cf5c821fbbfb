"""Outline items that are added have the same titles, places, nesting and styles."""
from PyPDF2 import PdfReader, PdfWriter
from PyPDF2.generic import Fit

writer = PdfWriter()
for page in PdfReader("report.pdf").pages:
    writer.add_page(page)
parent = writer.add_outline_item("Plots", 0)
writer.add_outline_item("One", 1, parent)
writer.add_outline_item(title="Two", page_number=2, parent=parent, fit=Fit.xyz(10, 20, 2))
writer.add_outline_item(title="End", page_number=3, color=(1, 0, 0), bold=True, italic=True)
writer.add_named_destination("end", 3)
writer.write("titled.pdf")


def show(items, depth=0):
    for item in items:
        if isinstance(item, list):
            show(item, depth + 1)
        else:
            print(depth, item.title, item.page.idnum, item.typ, item.left, item.top, [float(v) for v in item.color])
            print(depth, int(item.font_format))


reader = PdfReader("titled.pdf")
show(reader.outline)
print(reader.named_destinations["end"].page.idnum, sorted(reader.named_destinations))
print(writer.find_outline_item("One"), writer.find_outline_item("Nothing"))
