"""PDF files written object by object: the tests' own source of documents, independent of any library under test.

Only what ISO 32000-1 needs for a plain file: numbered objects, a cross-reference table, a trailer. Bodies are given in
PDF syntax; nothing is checked, so that damaged files can be written on purpose.
"""

import zlib


class PdfFile:
    """Numbered objects in the making; numbers are handed out in order, beginning with 1."""

    def __init__(self, version: str = "1.7") -> None:
        self._version = version
        self._bodies: list[bytes] = []

    def reserve(self) -> int:
        """The number of an object whose body comes later, for references that go round."""
        self._bodies.append(b"null")
        return len(self._bodies)

    def put(self, number: int, body: str) -> int:
        """Give a reserved object its body, in PDF syntax; latin-1 stands for bytes."""
        self._bodies[number - 1] = body.encode("latin-1")
        return number

    def add(self, body: str) -> int:
        """A new object; returns its number."""
        return self.put(self.reserve(), body)

    def stream(self, data: bytes, entries: str = "", *, deflate: bool = False) -> int:
        """A new stream object with further dictionary entries; returns its number."""
        number = self.reserve()
        packed, how = (zlib.compress(data), " /Filter /FlateDecode") if deflate else (data, "")
        head = f"<< /Length {len(packed)}{how} {entries} >>\nstream\n".encode("latin-1")
        self._bodies[number - 1] = head + packed + b"\nendstream"
        return number

    def finish(self, root: int, info: int | None = None, file_id: bytes | None = None) -> bytes:
        """The whole file: header, objects, cross-reference table and trailer."""
        out = bytearray(f"%PDF-{self._version}\n%\xe2\xe3\xcf\xd3\n".encode("latin-1"))
        offsets = []
        for number, body in enumerate(self._bodies, 1):
            offsets.append(len(out))
            out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
        table = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
        for offset in offsets:
            out += b"%010d 00000 n \n" % offset
        out += _trailer(len(offsets) + 1, root, info, file_id)
        return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)


def _trailer(size: int, root: int, info: int | None, file_id: bytes | None) -> bytes:
    parts = [f"/Size {size} /Root {root} 0 R"]
    if info is not None:
        parts.append(f"/Info {info} 0 R")
    if file_id is not None:
        parts.append(f"/ID [<{file_id.hex()}> <{file_id.hex()}>]")
    return f"trailer\n<< {' '.join(parts)} >>\n".encode("latin-1")


def utf16(text: str) -> str:
    """A text string as PDF's hexadecimal form of UTF-16BE with its mark."""
    return f"<feff{text.encode('utf-16-be').hex()}>"


def text_lines(
    *lines: str, left: int = 72, top: int = 720, leading: int = 18, size: int = 12, font: str = "F1"
) -> bytes:
    """A content stream that shows each line below the one before, `leading` points apart."""
    shown = [f"({_escaped(line)}) Tj T*" for line in lines]
    head = f"BT /{font} {size} Tf {leading} TL {left} {top} Td"
    return "\n".join([head, *shown, "ET"]).encode("latin-1")


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
