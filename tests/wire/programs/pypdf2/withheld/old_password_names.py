"""The passwords under their old names are arguments that pypdf does not take."""
from PyPDF2 import PdfReader, PdfWriter

writer = PdfWriter()
writer.add_page(PdfReader("letter.pdf").pages[0])
writer.encrypt(user_pwd="secret", owner_pwd="more secret")
writer.write("locked.pdf")
