"""The visitor of texts gets another position in pypdf."""
import PyPDF2

lines = []


def visit(text, cm, tm, font, size):
    lines.append((tm[5], text))


PyPDF2.PdfReader("letter.pdf").pages[0].extract_text(visitor_text=visit)
print(lines)
