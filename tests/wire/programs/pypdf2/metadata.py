"""Document information reads the same: texts in both encodings, dates with and without an offset, raw values."""
from PyPDF2 import PdfReader

for name in ["report.pdf", "paper.pdf", "object_streams.pdf"]:
    info = PdfReader(name).metadata
    print(info.title, info.author, info.subject, info.creator, info.producer, sep=" | ")
    print(info.creation_date, info.modification_date, info.creation_date_raw)
    print(info.title_raw, info["/Title"], info.get("/Keywords"), info.get("/Nothing"))
    print(sorted(info))
print(PdfReader("letter.pdf").metadata)
