"""Breaks lines that became too long, in the way in which Black and Ruff break them.

What stands in the brackets goes to a line of its own, deeper by four columns; where it does not fit there, each element
gets a line, and a comma behind the last one. Spaces and line ends between tokens are all that changes, besides that
comma. Source: Black, "The Black code style", How Black wraps lines and Trailing commas.
"""

import io
import keyword
import tokenize
import unicodedata
from collections.abc import Iterable, Iterator

from bot.models.struct import Frozen, Mutable, anew

INDENT = "    "
_OPENING, _CLOSING = "([{", ")]}"
_BLANK = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE})
_TEXT_STARTS = frozenset(filter(None, (getattr(tokenize, f"{kind}STRING_START", None) for kind in "FT")))
_TEXT_ENDS = frozenset(filter(None, (getattr(tokenize, f"{kind}STRING_END", None) for kind in "FT")))


class Gap(Frozen):
    """The text between two offsets becomes `new`."""

    start: int
    end: int
    new: str


def width(line: str) -> int:
    """How many columns a line takes, as formatters count: a wide character takes two."""
    if line.isascii():
        return len(line)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def line_breaks(text: str, lines: Iterable[int], limit: int) -> list[Gap]:
    """What has to change so that these lines (0-based) fit, where brackets allow; nothing for text without a syntax."""
    try:
        layout = _Layout(text, limit)
    except (tokenize.TokenError, SyntaxError):
        return []
    found = {gap for line in lines for gap in layout.broken(line)}
    return sorted(found, key=lambda gap: (gap.start, gap.end))


class _Token(Frozen):
    kind: int
    text: str
    start: int
    end: int
    line: int


class _Pair(Mutable):
    """A pair of brackets by the indexes of its tokens. `commas` are those between its own elements."""

    opened: int
    closed: int = -1
    commas: list[int] = anew(list)
    is_one_element: bool = False


class _Layout:
    def __init__(self, text: str, limit: int) -> None:
        self._text = text
        self._limit = limit
        self._starts = [0]
        for line in io.StringIO(text):
            self._starts.append(self._starts[-1] + len(line))
        self._tokens = [self._token(found) for found in tokenize.generate_tokens(io.StringIO(text).readline)]
        self._inside_text: set[int] = set()
        self._pairs = self._paired()
        self._newline = "\r\n" if "\r\n" in text else "\n"

    def broken(self, line: int) -> Iterator[Gap]:
        """The changes after which the line fits, if brackets that open on it allow."""
        opened = [pair for pair in self._pairs if self._tokens[pair.opened].line == line and self._may_break(pair)]
        base = self._indentation(line)
        for pair in reversed([one for one in opened if not any(self._holds(other, one) for other in opened)]):
            yield from self._opened(pair, base)
            if width(self._text[self._starts[line] : self._tokens[pair.opened].end]) <= self._limit:
                return

    # ---- one pair of brackets

    def _opened(self, pair: _Pair, base: str) -> Iterator[Gap]:
        deeper = base + ("\t" if base.startswith("\t") else INDENT)
        first, last = self._first(pair.opened + 1), self._last(pair.closed - 1)
        opening, closing = self._tokens[pair.opened], self._tokens[pair.closed]
        has_comma = bool(pair.commas) and last == pair.commas[-1]
        body = self._text[opening.end : closing.start].strip()
        yield self._gap(pair.opened, first, deeper, deeper)
        if opening.line == closing.line and not has_comma and width(deeper + body) <= self._limit:
            yield self._gap(last, pair.closed, deeper, base)
            return
        for comma in pair.commas:
            if comma != last:
                yield self._gap(comma, self._first(comma + 1), deeper, deeper)
        comma_behind = "," if pair.commas and not has_comma and not pair.is_one_element else ""
        yield self._gap(last, pair.closed, deeper, base, comma_behind)
        for begin, end in self._elements(pair, first, last):
            yield from self._element(begin, end, deeper)

    def _elements(self, pair: _Pair, first: int, last: int) -> Iterator[tuple[int, int]]:
        begin = first
        for comma in pair.commas:
            yield begin, self._last(comma - 1)
            begin = self._first(comma + 1)
        if not pair.commas or last != pair.commas[-1]:
            yield begin, last

    def _element(self, begin: int, end: int, deeper: str) -> Iterator[Gap]:
        first, last = self._tokens[begin], self._tokens[end]
        if first.line == last.line:
            if width(f"{deeper}{self._text[first.start : last.end]},") > self._limit:
                inside = [one for one in self._pairs if begin <= one.opened and one.closed <= end]
                inside = [one for one in inside if self._may_break(one)]
                outermost = [one for one in inside if not any(self._holds(other, one) for other in inside)]
                for pair in outermost[-1:]:
                    yield from self._opened(pair, deeper)
            return
        before = self._indentation(first.line)
        for line in range(first.line + 1, last.line + 1):
            lead = self._indentation(line)
            if line not in self._inside_text and lead.startswith(before):
                start = self._starts[line]
                yield Gap(start, start + len(lead), deeper + lead[len(before) :])

    def _gap(self, before: int, after: int, deeper: str, then: str, first: str = "") -> Gap:
        """Between two tokens: comments stay behind what they stand behind, or on a line of their own."""
        start, end = self._tokens[before].end, self._tokens[after].start
        pieces = [first]
        for token in self._tokens[before + 1 : after]:
            if token.kind == tokenize.COMMENT:
                same = token.line == self._tokens[before].line
                lead = self._text[start : token.start] if same else f"{self._newline}{deeper}"
                pieces.append(f"{lead}{token.text}")
        return Gap(start, end, f"{''.join(pieces)}{self._newline}{then}")

    # ---- what there is

    def _may_break(self, pair: _Pair) -> bool:
        """Whether the brackets are those of a call or a display that holds something; a subscript is no list."""
        before = self._tokens[pair.opened - 1] if pair.opened else None
        opening = self._tokens[pair.opened].text
        follows = before is not None and (
            before.text in {")", "]", "}"} or (before.kind == tokenize.NAME and not keyword.iskeyword(before.text))
        )
        if self._first(pair.opened + 1) >= pair.closed:
            return False
        if opening == "(":
            return (follows and not self._is_header(pair)) or (not follows and bool(pair.commas))
        return not follows

    def _is_header(self, pair: _Pair) -> bool:
        return pair.opened > 1 and self._tokens[pair.opened - 2].text in {"def", "class"}

    def _holds(self, outer: _Pair, inner: _Pair) -> bool:
        return outer.opened < inner.opened and inner.closed < outer.closed

    def _first(self, index: int) -> int:
        while self._tokens[index].kind in _BLANK:
            index += 1
        return index

    def _last(self, index: int) -> int:
        while self._tokens[index].kind in _BLANK:
            index -= 1
        return index

    def _indentation(self, line: int) -> str:
        text = self._text[self._starts[line] : self._starts[line + 1]]
        return text[: len(text) - len(text.lstrip(" \t"))]

    def _token(self, found: tokenize.TokenInfo) -> _Token:
        (row, column), (end_row, end_column) = found.start, found.end
        last = len(self._starts) - 1
        start = self._starts[min(row - 1, last)] + (column if row - 1 <= last else 0)
        end = self._starts[min(end_row - 1, last)] + (end_column if end_row - 1 <= last else 0)
        return _Token(found.type, found.string, start, end, row - 1)

    def _paired(self) -> list[_Pair]:
        pairs: list[_Pair] = []
        open_ones: list[_Pair] = []
        texts: list[_Token] = []
        for index, token in enumerate(self._tokens):
            if token.kind in _TEXT_STARTS:
                texts.append(token)
            elif token.kind in _TEXT_ENDS:
                self._inside_text |= set(range(texts.pop().line + 1, token.line + 1))
            elif token.kind == tokenize.STRING:
                lines = token.text.count("\n")
                self._inside_text |= set(range(token.line + 1, token.line + lines + 1))
            elif texts or token.kind not in {tokenize.OP, tokenize.NAME}:
                continue
            elif token.text in _OPENING:
                pairs.append(_Pair(index))
                open_ones.append(pairs[-1])
            elif token.text in _CLOSING and open_ones:
                open_ones.pop().closed = index
            elif open_ones and token.text == ",":
                open_ones[-1].commas.append(index)
            elif open_ones and token.text == "for":
                open_ones[-1].is_one_element = True
        return [pair for pair in pairs if pair.closed >= 0]
