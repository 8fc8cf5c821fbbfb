"""Every way to import the library leads to the same things."""
import PyPDF2 as pdf, io
import PyPDF2.errors
import PyPDF2.generic as objects
from PyPDF2 import PdfReader as Reader, constants
from PyPDF2.constants import PageAttributes as PG
from PyPDF2.papersizes import PaperSize
from PyPDF2.types import PagemodeType
from PyPDF2.xmp import XmpInformation

print(pdf.PdfReader is Reader, PyPDF2.errors.PdfReadError is pdf.errors.PdfReadError, objects.NameObject("/X"))
print(PG.MEDIABOX, constants.FilterTypes.FLATE_DECODE == "/FlateDecode", PaperSize.A4.width, PagemodeType is not None)
reader = Reader(io.BytesIO(open("report.pdf", "rb").read()))
print(isinstance(reader.xmp_metadata, XmpInformation), [sorted(page)[0] for page in reader.pages])


def lazily():
    from PyPDF2 import PdfWriter

    return PdfWriter().add_blank_page(1, 1)


print(type(lazily()).__name__, constants.UserAccessPermissions.PRINT, reader.pages[0][PG.TYPE])
