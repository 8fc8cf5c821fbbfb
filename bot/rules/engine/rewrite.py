"""The one place that edits Python: stretches of the text are exchanged, and nothing else may change.

Names go in through LibCST as well, which has to find each of them as a name and to write the same text. Around the
other stretches the syntax tree has to stay what it was (`same_tree`). A line which no edit planned cannot be touched.
"""

import ast
import builtins
import warnings
from collections.abc import Sequence

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, CodeSpan, MetadataWrapper

from bot.rules.engine.same_tree import Parsed, keeps_the_rest
from bot.rules.engine.splice import spliced
from bot.scan.binder import take_apart
from bot.scan.examine import parse
from bot.scan.facts import Replacement
from bot.scan.source_text import SourceText, Undecodable, read_source, text_source
from bot.vocabulary import Bail


def rewrite(data: bytes, replacements: Sequence[Replacement]) -> bytes | Bail:
    """The file with its replacements, parsed, compiled and reading no name that nothing binds."""
    source = read_source(data)
    if isinstance(source, Undecodable):
        return source.bail
    expected = spliced(source.text, replacements)
    if isinstance(expected, Bail):
        return expected
    names = [replacement for replacement in replacements if replacement.old.isidentifier()]
    if _through_libcst(source, names) != spliced(source.text, names):
        return Bail.RULE_FAILED
    try:
        result = source.encode(expected)
    except UnicodeEncodeError:
        return Bail.RULE_FAILED
    return _gate(source, expected, result, replacements) or result


def compiles(data: bytes) -> bool:
    """Whether Python compiles the bytes, with warnings silenced and no flags inherited from here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(data, "<rewritten>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
            return False
    return True


def _gate(source: SourceText, expected: str, result: bytes, replacements: Sequence[Replacement]) -> Bail | None:
    if not compiles(result):
        return Bail.RESULT_DOES_NOT_COMPILE
    before, after = _parsed(source), _parsed(text_source(expected))
    if isinstance(before, Bail) or isinstance(after, Bail):
        return Bail.RULE_FAILED
    if _unbound_in(after.tree) - _unbound_in(before.tree):
        return Bail.RESULT_READS_UNBOUND_NAME
    return None if keeps_the_rest(before, after, replacements) else Bail.RULE_FAILED


def _parsed(source: SourceText) -> Parsed | Bail:
    tree = parse(source)
    return tree if isinstance(tree, Bail) else Parsed(source, tree)


def unbound_names(text: str) -> frozenset[str]:
    """The names that the text reads and neither it nor Python binds; all of them where it does not parse."""
    tree = parse(text_source(text))
    return frozenset({"*"}) if isinstance(tree, Bail) else _unbound_in(tree)


def _unbound_in(tree: ast.Module) -> frozenset[str]:
    return frozenset(
        name
        for name, places in take_apart(tree).names.items()
        if not hasattr(builtins, name) and any(scope.home(name) is None for _, scope in places)
    )


def _through_libcst(source: SourceText, replacements: Sequence[Replacement]) -> str | None:
    """The text as LibCST writes it after the replacements; None where one of them cannot be made."""
    planned = {_byte_span(source.text, replacement): replacement.new for replacement in replacements}
    editor = _Editor(planned)
    try:
        result = MetadataWrapper(cst.parse_module(source.text), unsafe_skip_copy=True).visit(editor)
    except (cst.ParserSyntaxError, cst.CSTValidationError):
        return None
    return result.code if not planned.keys() - editor.done else None


def _byte_span(text: str, replacement: Replacement) -> tuple[int, int]:
    """Start and length in bytes of UTF-8, as LibCST counts them: lines and their ends do not come into it."""
    start = len(text[: replacement.start].encode())
    return start, len(replacement.old.encode())


class _Editor(cst.CSTTransformer):
    """Exchanges the names that stand exactly where a replacement is planned."""

    METADATA_DEPENDENCIES = (ByteSpanPositionProvider,)

    def __init__(self, planned: dict[tuple[int, int], str]) -> None:
        super().__init__()
        self._planned = planned
        self.done: set[tuple[int, int]] = set()

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:  # noqa: N802 - LibCST's name
        where = self.get_metadata(ByteSpanPositionProvider, original_node)
        assert isinstance(where, CodeSpan)
        span = (where.start, where.length)
        if span not in self._planned:
            return updated_node
        self.done.add(span)
        return updated_node.with_changes(value=self._planned[span])
