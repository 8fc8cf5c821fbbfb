"""A class derives from one of the library's."""
import PyPDF2


class Quiet(PyPDF2.PdfReader):
    def read(self, stream):
        return super().read(stream)


print(len(Quiet("letter.pdf").pages))
