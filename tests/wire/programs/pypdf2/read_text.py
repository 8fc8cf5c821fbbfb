"""The text of every page is the same, plain, compressed, in object streams and typeset by another program."""
import PyPDF2

for name in ["report.pdf", "letter.pdf", "form.pdf", "attachment.pdf", "object_streams.pdf", "paper.pdf"]:
    reader = PyPDF2.PdfReader(name)
    print(name, len(reader.pages))
    for number, page in enumerate(reader.pages):
        print(number, repr(page.extract_text()))
    print("last", repr(reader.pages[-1].extract_text()))
    print("first two", [page.extract_text()[:9] for page in reader.pages[0:2]])

with open("report.pdf", "rb") as stream:
    text = "".join(page.extract_text() for page in PyPDF2.PdfReader(stream).pages)
print(len(text.split()), text.count("Plot"))
