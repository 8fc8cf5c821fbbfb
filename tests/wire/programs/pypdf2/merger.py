"""What PdfMerger puts together, PdfWriter puts together as well."""
import PyPDF2
from PyPDF2 import PdfMerger, PdfReader

with PdfMerger(strict=False) as merger:
    merger.append("letter.pdf", outline_item="Letter", import_outline=False)
    merger.merge(0, fileobj="report.pdf", pages=(0, 2))
    merger.add_metadata({"/Title": "Merged"})
    merger.write("merged.pdf")
other = PyPDF2.PdfMerger()
other.append(PdfReader("paper.pdf"))
other.write("other.pdf")
other.close()
for name in ("merged.pdf", "other.pdf"):
    reader = PdfReader(name)
    print(len(reader.pages), [page.extract_text()[:9] for page in reader.pages], reader.metadata.title)
    print([item.title for item in reader.outline if not isinstance(item, list)])
