"""The bytes of a dependency file as text, and back.

UTF-8, or UTF-16 behind its mark, in which Windows' shells write what `pip freeze` prints.
"""

import codecs

from bot.models.struct import Frozen

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class Encoded(Frozen):
    """The text of a file without its mark, and how it was written."""

    text: str
    mark: bytes
    codec: str

    @property
    def has_its_lines(self) -> bool:
        """Whether the lines of the bytes are those of the text: in UTF-16 a letter may hold a line's end."""
        return self.codec == "utf-8" or self.text.isascii()

    def written(self, text: str) -> bytes:
        """Another text, written in the same way."""
        return self.mark + text.encode(self.codec)


def decoded(data: bytes) -> Encoded:
    """The text of the bytes. Raises UnicodeDecodeError."""
    mark, codec = next((each for each in _MARKS if data.startswith(each[0])), (b"", "utf-8"))
    return Encoded(data[len(mark) :].decode(codec), mark, codec)
