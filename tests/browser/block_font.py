"""Text as blocks, so that a picture of a page is the same wherever it is taken: layout and colours, and no letters.

Every character is a rectangle of one width. Chromium finds this font alone, under whatever name a page asks for.
"""

import xml.sax.saxutils
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

_EM, _ADVANCE, _ASCENT, _DESCENT = 1000, 500, 800, 200
_BLOCK = ((40, 0), (40, 640), (460, 640), (460, 0))
_PRINTED = (*range(0x21, 0x7F), *range(0xA1, 0x180), *range(0x2010, 0x2600))


def fonts_configured(folder: Path) -> Path:
    """Write the font into the folder, and fontconfig's file that knows no other; returns the file's path."""
    _write_font(folder / "blocks.ttf")
    place = xml.sax.saxutils.escape(str(folder))
    configuration = folder / "fonts.conf"
    configuration.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n'
        f"<fontconfig><dir>{place}</dir><cachedir>{place}/cache</cachedir></fontconfig>\n"
    )
    return configuration


def _write_font(path: Path) -> None:
    pen = TTGlyphPen(None)
    pen.moveTo(_BLOCK[0])
    for corner in _BLOCK[1:]:
        pen.lineTo(corner)
    pen.closePath()
    block = pen.glyph()
    builder = FontBuilder(_EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "block"])
    builder.setupCharacterMap({**dict.fromkeys(_PRINTED, "block"), 0x20: "space", 0xA0: "space"})
    builder.setupGlyf({".notdef": block, "space": TTGlyphPen(None).glyph(), "block": block})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "space", "block"), (_ADVANCE, 0)))
    builder.setupHorizontalHeader(ascent=_ASCENT, descent=-_DESCENT)
    builder.setupNameTable({"familyName": "Blocks", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=_ASCENT, sTypoDescender=-_DESCENT, usWinAscent=_ASCENT, usWinDescent=_DESCENT)
    builder.setupPost()
    builder.save(path)
