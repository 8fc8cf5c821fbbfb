"""Where the value of a string stands in the text of a file."""

import ast

from bot.scan.manifests.declaration import Spot
from bot.scan.source_text import SourceText


def plain_string(source: SourceText, constant: ast.Constant) -> Spot | None:
    """The text of a string between its quotes; None where that is not the value as it stands."""
    assert isinstance(constant.value, str)
    start, inner = value_place(source, constant)
    opening = source.text[start : max(inner, start)].strip("\"'").lower()
    plain = inner > start and opening in {"", "r", "u"} and "\n" not in constant.value
    return Spot(inner, constant.value) if plain else None


def value_place(source: SourceText, constant: ast.Constant) -> tuple[int, int]:
    """Where a string begins, and where its value stands in it: -1 where it does not."""
    assert isinstance(constant.value, str)
    assert constant.end_lineno is not None
    assert constant.end_col_offset is not None
    start = source.offset(constant.lineno, constant.col_offset)
    end = source.offset(constant.end_lineno, constant.end_col_offset)
    return start, source.text.find(constant.value, start, end)
