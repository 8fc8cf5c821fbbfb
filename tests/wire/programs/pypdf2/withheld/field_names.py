"""Fields below a group have other keys in pypdf."""
from PyPDF2 import PdfReader

reader = PdfReader("form.pdf")
fields = reader.get_fields()
print(fields["town"].value)
