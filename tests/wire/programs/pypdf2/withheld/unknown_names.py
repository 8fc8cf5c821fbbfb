"""Names that the pack does not know, private ones among them, are never taken for granted."""
import PyPDF2
from PyPDF2._utils import matrix_multiply

print(PyPDF2.PdfReader("letter.pdf")._get_object_from_stream, matrix_multiply, PyPDF2.no_such_name)
