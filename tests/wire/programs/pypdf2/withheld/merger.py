"""PdfMerger is gone; PdfWriter appends and merges instead."""
from PyPDF2 import PdfMerger

merger = PdfMerger()
merger.append("letter.pdf")
merger.append("report.pdf")
merger.write("merged.pdf")
merger.close()
