"""What a destination without a page answers differs, and is computed with here."""
from PyPDF2 import PdfReader

reader = PdfReader("report.pdf")
for item in reader.outline:
    if not isinstance(item, list):
        print(item.title, reader.get_destination_page_number(item) + 1)
