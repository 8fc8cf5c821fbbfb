"""Files that a writer encrypts have the same cipher and open by the same passwords."""
from PyPDF2 import PdfReader, PdfWriter
from PyPDF2.constants import UserAccessPermissions


def filled():
    writer = PdfWriter()
    for page in PdfReader("letter.pdf").pages:
        writer.add_page(page)
    return writer


def show(writer):
    with open("locked.pdf", "wb") as output:
        writer.write(output)
    reader = PdfReader("locked.pdf")
    cipher = reader.trailer["/Encrypt"]
    print(reader.is_encrypted, cipher["/Filter"], cipher["/V"], cipher["/R"])
    for password in ("us", "no", "ow"):
        print(password, PdfReader("locked.pdf").decrypt(password))
    reader.decrypt("us")
    print(len(reader.pages), reader.pages[0].extract_text())
    return cipher


writer = filled()
writer.encrypt("us")
show(writer)

writer = filled()
writer.encrypt("us", "ow")
show(writer)

writer = filled()
writer.encrypt(user_password="us", owner_password="ow", use_128bit=True)
show(writer)

writer = filled()
writer.encrypt("us", "ow", False)
show(writer)

writer = filled()
writer.encrypt("us", "ow", permissions_flag=UserAccessPermissions.PRINT | UserAccessPermissions.MODIFY)
print(show(writer)["/P"])
