"""A writer in a with block, and pages copied through it, write the same document."""
from PyPDF2 import PdfReader, PdfWriter

reader = PdfReader("report.pdf")
with PdfWriter() as writer:
    for page in reader.pages[::-1]:
        added = writer.add_page(page)
        print(added is page, added.rotation)
    writer.write("reversed.pdf")
print([page.extract_text()[:9] for page in PdfReader("reversed.pdf").pages])

twice = PdfWriter()
page = reader.pages[0]
twice.add_page(page)
page.rotate(90)
twice.add_page(page)
print([added.rotation for added in twice.pages], twice.get_object(twice.pages[0].indirect_reference)["/Type"])
success, stream = twice.write("twice.pdf")
print(success, stream.closed, len(PdfReader("twice.pdf").pages))
