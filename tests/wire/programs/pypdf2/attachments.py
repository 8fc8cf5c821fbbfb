"""An attached file is written and found with the same name and bytes."""
from io import BytesIO

from PyPDF2 import PdfReader, PdfWriter


def attached(reader):
    names = reader.trailer["/Root"]["/Names"]["/EmbeddedFiles"]["/Names"]
    for name, file in zip(names[::2], names[1::2]):
        yield str(name), file.get_object()["/EF"]["/F"].get_object().get_data()


print(list(attached(PdfReader("attachment.pdf"))))
writer = PdfWriter()
writer.add_page(PdfReader("letter.pdf").pages[0])
writer.add_attachment("notes.txt", b"four plots\n")
stream = BytesIO()
writer.write(stream)
print(list(attached(PdfReader(stream))))
