"""Writes the documents of the wire cases into a folder; runs in the `documents` environment as its own process.

The plain files come from our own writer, the encrypted, linearised and typeset ones from qpdf (through pikepdf) and
ReportLab: none comes from a library under test.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.wire.documents import DOCUMENTS

USER, OWNER = "user", "owner"


def main(folder: Path) -> None:
    """Write every document into `folder`."""
    for name, make in DOCUMENTS.items():
        (folder / name).write_bytes(make())
    _encrypted(folder)
    _typeset(folder / "paper.pdf")


def _encrypted(folder: Path) -> None:
    pikepdf: Any = import_module("pikepdf")
    variants = {
        "rc4_40.pdf": {"R": 2, "aes": False, "metadata": False},
        "rc4_128.pdf": {"R": 3, "aes": False, "metadata": False},
        "aes_128.pdf": {"R": 4, "aes": True},
        "aes_256.pdf": {"R": 6, "aes": True},
    }
    allowed = pikepdf.Permissions(extract=False)
    for name, how in variants.items():
        with pikepdf.open(folder / "report.pdf") as pdf:
            pdf.save(folder / name, encryption=pikepdf.Encryption(user=USER, owner=OWNER, allow=allowed, **how))
    with pikepdf.open(folder / "report.pdf") as pdf:
        pdf.save(
            folder / "owner_only.pdf",
            encryption=pikepdf.Encryption(user="", owner=OWNER, R=3, aes=False, metadata=False),
        )
    with pikepdf.open(folder / "report.pdf") as pdf:
        packed = pikepdf.ObjectStreamMode.generate
        pdf.save(folder / "object_streams.pdf", object_stream_mode=packed, linearize=True)


def _typeset(path: Path) -> None:
    canvas: Any = import_module("reportlab.pdfgen.canvas")
    paper = canvas.Canvas(str(path), invariant=1)
    paper.setTitle("A paper")
    paper.setAuthor("R. Lab")
    for chapter in (1, 2, 3):
        text = paper.beginText(72, 760)
        text.setFont("Times-Roman", 11)
        for line in range(1, 13):
            text.textLine(f"Chapter {chapter}, line {line}: the quick brown fox jumps over the lazy dog.")
        paper.drawText(text)
        paper.bookmarkPage(f"chapter{chapter}")
        paper.addOutlineEntry(f"Chapter {chapter}", f"chapter{chapter}", level=0)
        paper.showPage()
    paper.save()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
