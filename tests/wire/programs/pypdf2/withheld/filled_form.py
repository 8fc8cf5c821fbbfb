"""Filling a form page by page wants the form in the writer."""
from PyPDF2 import PdfReader, PdfWriter

reader = PdfReader("form.pdf")
writer = PdfWriter()
writer.add_page(reader.pages[0])
writer.update_page_form_field_values(writer.pages[0], {"name": "Eve"})
writer.write("filled.pdf")
