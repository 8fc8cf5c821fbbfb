"""Names of the modules pdf, utils and merger are found where they are now."""
import PyPDF2
import PyPDF2.pdf
import PyPDF2.utils as problems
from PyPDF2 import utils
from PyPDF2.merger import PdfFileMerger
from PyPDF2.pdf import ContentStream, PageObject, PdfFileReader as Reader, PdfFileWriter
from PyPDF2.utils import PageSizeNotDefinedError, PdfReadError

for kind in (PdfReadError, utils.PdfReadError, PyPDF2.utils.PdfReadError, problems.PdfReadError):
    try:
        Reader("truncated.pdf")
    except kind as error:
        print(type(error).__name__, kind.__name__)
try:
    PageObject.createBlankPage()
except PageSizeNotDefinedError:
    print("no size")
page = PyPDF2.pdf.PdfFileReader("letter.pdf", False).getPage(0)
print(len(ContentStream(page["/Contents"].getObject(), None).operations), isinstance(page, PyPDF2.pdf.PageObject))
writer, merger = PdfFileWriter(), PdfFileMerger()
print(writer.getNumPages(), issubclass(utils.PdfStreamError, problems.PyPdfError))
merger.append("letter.pdf")
merger.write("letters.pdf")
print(PyPDF2.pdf.PdfFileReader("letters.pdf", strict=True, warndest=None).numPages)
