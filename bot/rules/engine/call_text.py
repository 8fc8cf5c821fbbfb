"""Where the parts of a call stand in the text, and the edits that change one of them and leave the rest as it is."""

import ast
import re
from collections.abc import Iterable, Iterator

from bot.models.struct import Frozen
from bot.scan.facts import Replacement
from bot.scan.rows import FileView

_NO_TOKEN = re.compile(r"(?:\s|\\\r?\n|#[^\r\n]*)*")
_BLOCKS = ("body", "orelse", "finalbody")
_OPERANDS = ast.Constant | ast.Name | ast.Attribute | ast.Call | ast.Subscript


def edit(view: FileView, start: int, end: int, new: str) -> Replacement:
    """The text between two offsets becomes `new`."""
    return Replacement(start=start, end=end, old=view.source.text[start:end], new=new)


def real(edits: Iterable[Replacement]) -> tuple[Replacement, ...]:
    """The edits that change something."""
    return tuple(one for one in edits if one.old != one.new)


def attribute_name(view: FileView, node: ast.Attribute, new: str) -> Replacement:
    """The name behind the dot becomes `new`."""
    end = view.end(node)
    return edit(view, end - len(node.attr), end, new)


def line_behind(view: FileView, statement: ast.stmt, line: str) -> Replacement | None:
    """One more statement on a line of its own behind another; None where that shares its line with a third."""
    text, start, end = view.source.text, view.start(statement), view.end(statement)
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    at = text.find("\n", end)
    at = len(text) if at < 0 else at
    rest = text[end:at].strip()
    if indent.strip() or (rest and not rest.startswith("#")):
        return None
    line_end = "\n"
    if text[:at].endswith("\r"):
        at, line_end = at - 1, "\r\n"
    return edit(view, at, at, f"{line_end}{indent}{line}")


def whole_line(view: FileView, statement: ast.stmt) -> Replacement | None:
    """Deletes a statement with its line; None where something else stands there, or the block would be empty."""
    text = view.source.text
    start = text.rfind("\n", 0, view.start(statement)) + 1
    end = text.find("\n", view.end(statement)) + 1
    parent = view.anatomy.parents.get(statement, view.anatomy.tree)
    blocks = [block for block in (getattr(parent, name, None) for name in _BLOCKS) if isinstance(block, list)]
    alone = any(block == [statement] for block in blocks)
    if end == 0 or alone or text[start:end].strip() != text[view.start(statement) : view.end(statement)]:
        return None
    return edit(view, start, end, "")


def next_token(text: str, offset: int) -> int:
    """The offset of what follows behind spaces, line ends and comments."""
    match = _NO_TOKEN.match(text, offset)
    assert match is not None
    return match.end()


class CallText(Frozen):
    """One call: `opened` and `closed` are the offsets of its brackets."""

    view: FileView
    call: ast.Call
    opened: int
    closed: int

    @classmethod
    def of(cls, view: FileView, call: ast.Call) -> "CallText":
        """The call's text; the function that is called may stand in brackets of its own."""
        text, offset = view.source.text, view.end(call.func)
        while text[offset := next_token(text, offset)] == ")":
            offset += 1
        assert text[offset] == "("
        return cls(view, call, offset, view.end(call) - 1)

    @property
    def is_plain(self) -> bool:
        """Whether every argument is written out: none is unpacked, none is a generator that borrows the brackets."""
        arguments = [*self.call.args, *(keyword.value for keyword in self.call.keywords)]
        named = all(keyword.arg is not None for keyword in self.call.keywords)
        return named and not any(isinstance(one, ast.Starred | ast.GeneratorExp) for one in arguments)

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands between the brackets, not even a comment."""
        return not self.view.source.text[self.opened + 1 : self.closed].strip()

    def only_argument(self, keywords: Iterable[str]) -> ast.expr | None:
        """The one argument of a plain call that has no other, by position or under one of the names; else None."""
        match self.call:
            case ast.Call(args=[argument], keywords=[]) if self.is_plain:
                return argument
            case ast.Call(args=[], keywords=[ast.keyword(arg=str(name), value=argument)]) if name in keywords:
                return argument
            case _:
                return None

    def begin(self, argument: ast.expr) -> int:
        """The offset at which an argument without a name begins, or the brackets in which it may stand."""
        before = [one for one in self._arguments() if self.view.start(one) < self.view.start(argument)]
        return next_token(self.view.source.text, self._behind(before[-1]) + 1 if before else self.opened + 1)

    def brackets(self, opening: str, closing: str) -> Iterator[Replacement]:
        """Other brackets."""
        yield edit(self.view, self.opened, self.opened + 1, opening)
        yield edit(self.view, self.closed, self.closed + 1, closing)

    def bare_argument(self) -> Iterator[Replacement]:
        """The only argument loses its name and the comma behind it."""
        argument = (*self.call.args, *(keyword.value for keyword in self.call.keywords))[0]
        if self.call.keywords:
            keyword = self.call.keywords[0]
            start, text = self.view.start(keyword), self.view.source.text
            equals = next_token(text, start + len(keyword.arg or ""))
            yield edit(self.view, start, next_token(text, equals + 1), "")
        comma = self._behind(argument)
        if comma < self.closed:
            yield edit(self.view, comma, comma + 1, "")

    def renamed_keywords(self, names: dict[str, str]) -> Iterator[Replacement]:
        """Keywords get other names."""
        for keyword in self.call.keywords:
            if keyword.arg is not None and names.get(keyword.arg, keyword.arg) != keyword.arg:
                start = self.view.start(keyword)
                yield edit(self.view, start, start + len(keyword.arg), names[keyword.arg])

    def added_keyword(self, name: str, value: str) -> Replacement:
        """One more argument, behind the others."""
        last = self._last()
        if last is None:
            return edit(self.view, self.opened + 1, self.opened + 1, f"{name}={value}")
        comma = self._behind(last)
        if comma < self.closed:
            return edit(self.view, comma + 1, comma + 1, f" {name}={value}")
        end = self.end(last)
        return edit(self.view, end, end, f", {name}={value}")

    def without_keyword(self, keyword: ast.keyword) -> Replacement:
        """The call without one of its named arguments."""
        text, start, end = self.view.source.text, self.view.start(keyword), self.end(keyword.value)
        before = [one for one in self._arguments() if self.view.start(one) < start]
        if before:
            return edit(self.view, self.end(before[-1]), end, "")
        comma = self._behind(keyword.value)
        return edit(self.view, start, next_token(text, comma + 1) if comma < self.closed else end, "")

    def negated(self, argument: ast.expr) -> Iterator[Replacement]:
        """The argument with the other sign."""
        start, end = self.view.start(argument), self.view.end(argument)
        if isinstance(argument, ast.UnaryOp) and isinstance(argument.op, ast.USub):
            yield edit(self.view, start, start + 1, "")
        elif isinstance(argument, _OPERANDS):
            yield edit(self.view, start, start, "-")
        else:
            yield edit(self.view, start, start, "-(")
            yield edit(self.view, end, end, ")")

    def _arguments(self) -> list[ast.expr]:
        """All arguments in the order of the text."""
        return sorted((*self.call.args, *(keyword.value for keyword in self.call.keywords)), key=self.view.start)

    def _last(self) -> ast.expr | None:
        arguments = self._arguments()
        return arguments[-1] if arguments else None

    def end(self, argument: ast.expr) -> int:
        """The offset behind an argument, and behind the brackets in which it may stand."""
        text, offset = self.view.source.text, self.view.end(argument)
        while text[closing := next_token(text, offset)] == ")" and closing < self.closed:
            offset = closing + 1
        return offset

    def _behind(self, argument: ast.expr) -> int:
        """The offset of the comma behind an argument, or of the closing bracket."""
        return next_token(self.view.source.text, self.end(argument))
