"""Annotations are read, added and removed alike."""
from io import BytesIO

from PyPDF2 import PdfReader, PdfWriter
from PyPDF2.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    RectangleObject,
    TextStringObject,
)


def notes(page):
    for note in page.get("/Annots") or []:
        note = note.get_object()
        yield note["/Subtype"], [float(v) for v in note["/Rect"]], note.get("/Contents"), note.get("/A", {}).get("/URI")


reader = PdfReader("report.pdf")
for page in reader.pages:
    print(list(notes(page)), page.annotations is None)

writer = PdfWriter()
for page in reader.pages:
    writer.add_page(page)
mark = DictionaryObject()
mark[NameObject("/Subtype")] = NameObject("/Square")
mark[NameObject("/Rect")] = ArrayObject([FloatObject(1), FloatObject(2.5), FloatObject(30), FloatObject(40)])
mark[NameObject("/Contents")] = TextStringObject("look here")
writer.add_annotation(page_number=1, annotation=mark)
writer.add_uri(2, "https://example.org/clay", RectangleObject((5, 6, 70, 80)))
writer.add_uri(3, "https://example.org/rain", RectangleObject((5, 6, 70, 80)), [1, 1, 1])
stream = BytesIO()
writer.write(stream)
for page in PdfReader(stream).pages:
    print(list(notes(page)))

writer.remove_links()
stream = BytesIO()
writer.write(stream)
print([list(notes(page)) for page in PdfReader(stream).pages])
