"""Damaged files are refused, or read, as they were: the old reader was strict unless told otherwise."""
from PyPDF2 import PdfFileReader
from PyPDF2.utils import PdfReadError


def count_leniently():
    found = []
    for name in ("letter.pdf", "wrong_offset.pdf", "object_streams.pdf"):
        try:
            found.append(PdfFileReader(name, strict=False, overwriteWarnings=False).numPages)
        except PdfReadError:
            found.append("refused")
    return found


def count_strictly():
    found = []
    for name in ("letter.pdf", "wrong_offset.pdf", "truncated.pdf", "object_streams.pdf", "paper.pdf"):
        try:
            found.append(PdfFileReader(name).numPages)
        except PdfReadError:
            found.append("refused")
    return found


print(count_strictly())
print(count_leniently())
