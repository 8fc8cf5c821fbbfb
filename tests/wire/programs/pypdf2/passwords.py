"""Encrypted files (RC4 with 40 and 128 bits, AES with 128 and 256) open by user and owner password alike."""
from PyPDF2 import PasswordType, PdfReader
from PyPDF2.errors import FileNotDecryptedError, WrongPasswordError

for name in ["rc4_40.pdf", "rc4_128.pdf", "aes_128.pdf", "aes_256.pdf", "owner_only.pdf"]:
    for password in ("user", "owner", "wrong", b"user", ""):
        reader = PdfReader(name)
        print(name, reader.is_encrypted, password, reader.decrypt(password))
        try:
            print(len(reader.pages), reader.pages[1].extract_text(), reader.metadata.title)
        except FileNotDecryptedError as error:
            print("locked", error)
    try:
        print(PdfReader(name, password="wrong").pages[0].extract_text()[:5])
    except WrongPasswordError as error:
        print("wrong", error)
reader = PdfReader("aes_256.pdf", False, "user")
print(reader.pages[3].extract_text(), [item.title for item in reader.outline if not isinstance(item, list)])
print(PasswordType.NOT_DECRYPTED == 0, PasswordType.OWNER_PASSWORD > PasswordType.USER_PASSWORD, bool(PasswordType(0)))
