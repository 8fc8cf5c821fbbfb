"""Damaged and wrong files end in the same exceptions, or are repaired alike."""
import io

import PyPDF2
from PyPDF2 import PdfReader
from PyPDF2.errors import EmptyFileError, PdfReadError

print([page.extract_text() for page in PdfReader("wrong_offset.pdf").pages])
try:
    PdfReader("wrong_offset.pdf", strict=True)
except PdfReadError:
    print("strict")
for data in (b"", b"no document at all, but long enough to be looked at as one"):
    try:
        PdfReader(io.BytesIO(data))
    except EmptyFileError:
        print("empty")
    except PdfReadError:
        print("unreadable")
try:
    PyPDF2.PdfReader("truncated.pdf")
except PyPDF2.errors.PdfReadError:
    print("truncated")
try:
    PdfReader("missing.pdf")
except FileNotFoundError:
    print("missing")
try:
    PdfReader("letter.pdf", password="none needed")
except PdfReadError:
    print("not encrypted")
try:
    PdfReader("letter.pdf").pages[9]
except IndexError:
    print("no such page")
PdfReader("letter.pdf").decrypt("none needed")
