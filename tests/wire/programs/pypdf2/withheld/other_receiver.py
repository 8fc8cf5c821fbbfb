"""What stands before the dot may be of another library, whose members are not to be renamed."""
import PyPDF2


class Other:
    def getNumPages(self):
        return 7


def opened(path):
    return PyPDF2.PdfFileReader(path) if path.endswith(".pdf") else Other()


for name in ("letter.pdf", "letter.txt"):
    document = opened(name)
    print(document.getNumPages())
