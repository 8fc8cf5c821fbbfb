"""The builder of annotations is gone."""
from PyPDF2 import PdfReader, PdfWriter
from PyPDF2.generic import AnnotationBuilder

writer = PdfWriter()
writer.add_page(PdfReader("letter.pdf").pages[0])
writer.add_annotation(page_number=0, annotation=AnnotationBuilder.link(rect=(1, 2, 3, 4), url="https://example.org"))
writer.set_page_mode("/UseNone")
writer.write("linked.pdf")
