"""The texts of a form read the same, and a form that is copied asks for its appearance alike."""
from io import BytesIO

from PyPDF2 import PdfReader, PdfWriter

reader = PdfReader("form.pdf")
print(sorted(reader.get_form_text_fields().items()))
print(PdfReader("letter.pdf").get_form_text_fields(), reader.xfa)
for note in reader.pages[0]["/Annots"]:
    field = note.get_object()
    print(field.get("/T"), field.get("/FT"), field.get("/V"), field["/Rect"])

writer = PdfWriter()
writer.append(reader)
writer.set_need_appearances_writer()
stream = BytesIO()
writer.write(stream)
again = PdfReader(stream)
print(again.trailer["/Root"]["/AcroForm"]["/NeedAppearances"], len(again.pages[0]["/Annots"]))
