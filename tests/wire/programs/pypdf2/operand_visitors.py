"""Visitors of operators see the same operators and operands."""
import PyPDF2

seen = []
page = PyPDF2.PdfReader("report.pdf").pages[3]
page.extract_text(visitor_operand_before=lambda operator, operands, cm, tm: seen.append((operator, operands)))
for operator, operands in seen:
    print(operator, [float(v) if isinstance(v, (int, float)) else v for v in operands])
print(repr(page.extract_text(0)), repr(page.extract_text(orientations=(0, 90))))
