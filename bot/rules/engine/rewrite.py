"""The one place that edits Python: stretches of the text are exchanged, and nothing else may change.

Names go in through LibCST as well, which has to find each of them as a name and to write the same text. Around the
other stretches the syntax tree has to stay what it was (`same_tree`). A line which no edit planned cannot be touched.
"""

import ast
import builtins
import re
import warnings
from collections.abc import Sequence

from bot.rules.engine.libcst_names import with_names_exchanged
from bot.rules.engine.same_tree import Parsed, keeps_the_rest
from bot.rules.engine.splice import spliced
from bot.scan.binder import take_apart
from bot.scan.examine import parse
from bot.scan.facts import Replacement
from bot.scan.source_text import Undecodable, read_source, text_source
from bot.vocabulary import Bail

_WORD = re.compile(r"\w+")


def rewrite(data: bytes, replacements: Sequence[Replacement]) -> bytes | Bail:
    """The file with its replacements, parsed, compiled and reading no name that nothing binds."""
    source = read_source(data)
    if isinstance(source, Undecodable):
        return source.bail
    expected = spliced(source.text, replacements)
    if isinstance(expected, Bail):
        return expected
    names = [one for one in replacements if one.old.isidentifier() and _WORD.fullmatch(one.new)]
    tree = parse(source)
    if isinstance(tree, Bail) or with_names_exchanged(source, tree, names) != spliced(source.text, names):
        return Bail.RULE_FAILED
    try:
        result = source.encode(expected)
    except UnicodeEncodeError:
        return Bail.RULE_FAILED
    return _gate(Parsed(source, tree), expected, result, replacements) or result


def compiles(data: bytes) -> bool:
    """Whether Python compiles the bytes, with warnings silenced and no flags inherited from here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(data, "<rewritten>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
            return False
    return True


def _gate(before: Parsed, expected: str, result: bytes, replacements: Sequence[Replacement]) -> Bail | None:
    if not compiles(result):
        return Bail.RESULT_DOES_NOT_COMPILE
    text = text_source(expected)
    tree = parse(text)
    if isinstance(tree, Bail):
        return Bail.RULE_FAILED
    after = Parsed(text, tree)
    if unbound_in(after.tree) - unbound_in(before.tree):
        return Bail.RESULT_READS_UNBOUND_NAME
    return None if keeps_the_rest(before, after, replacements) else Bail.RULE_FAILED


def unbound_names(text: str) -> frozenset[str]:
    """The names that the text reads and neither it nor Python binds; all of them where it does not parse."""
    tree = parse(text_source(text))
    return frozenset({"*"}) if isinstance(tree, Bail) else unbound_in(tree)


def unbound_in(tree: ast.Module) -> frozenset[str]:
    """The names that the file reads and neither it nor Python binds."""
    return frozenset(
        name
        for name, places in take_apart(tree).names.items()
        if not hasattr(builtins, name) and any(scope.home(name) is None for _, scope in places)
    )
