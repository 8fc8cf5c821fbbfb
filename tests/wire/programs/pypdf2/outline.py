"""The outline gives the same titles, nesting, kinds, places, colours and styles."""
from PyPDF2 import PdfReader


def show(items, depth=0):
    for item in items:
        if isinstance(item, list):
            show(item, depth + 1)
        else:
            place = [None if v is None else float(v) for v in (item.left, item.top, item.zoom)]
            print("  " * depth, item.title, item.typ, place, [float(c) for c in item.color], int(item.font_format))
            print("  " * depth, item.page.idnum, item.outline_count, item["/Title"])


for name in ["report.pdf", "object_streams.pdf", "paper.pdf", "letter.pdf"]:
    reader = PdfReader(name)
    print(name, len(reader.outline))
    show(reader.outline)
