"""Keywords under their older names are the same arguments."""
from PyPDF2 import PdfReader, PdfWriter

writer = PdfWriter()
writer.add_page(PdfReader("letter.pdf").pages[0])
writer.add_named_destination(title="top", pagenum=0)
writer.write("open.pdf")
writer.encrypt(user_pwd="secret", owner_pwd="more secret")
writer.write("locked.pdf")
reader = PdfReader("locked.pdf")
print([int(reader.decrypt(password)) for password in ("wrong", "secret", "more secret")], len(reader.pages))
print(sorted(PdfReader("open.pdf").named_destinations), reader.is_encrypted)
