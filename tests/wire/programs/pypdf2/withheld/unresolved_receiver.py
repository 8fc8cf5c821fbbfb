"""A member that is gone, read from something that cannot be traced, in a file that uses the library."""
import PyPDF2


def texts(pages):
    return [page.extractText() for page in pages]


def open_document(path):
    return PyPDF2.PdfReader(path)
