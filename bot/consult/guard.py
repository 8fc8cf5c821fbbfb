"""The guard: what a model proposes is looked at in a fixed order, and the first thing wrong with it is its word.

It proves that a proposal is safe to put before a person, not that it is right. It gives the bytes that it checked, and
nobody splices again. Run in the analyser, where both the file and the answer are hostile.
"""

import re
import tokenize
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO, StringIO
from typing import TypeAlias

from bot.consult.brought_in import foreign_import
from bot.consult.licence import Question, beyond_the_target, outside_the_licence
from bot.consult.part import Part
from bot.consult.running_past import runs_past
from bot.consult.secrets import REDACTED
from bot.consult.splice import replaced_lines, with_lines_replaced
from bot.consult.target import Target
from bot.models.consultation import Consultation, EditProposal
from bot.rules.engine.rewrite import compiles
from bot.safe_text import is_unseen
from bot.scan.examine import parse
from bot.scan.source_text import SourceText, read_source, text_source
from bot.vocabulary import Bail, GuardRefusal

MOST_LINES = 80
MOST_BYTES = 81_920
"""Of a replacement."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The file's bytes with the proposal in them."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """The first word that holds, and what exactly it was."""

    word: GuardRefusal
    detail: str


Verdict: TypeAlias = Passed | Refused


@dataclass(frozen=True, slots=True)
class Reachable:
    """What a proposal may reach of the new library, and the top modules of the old one."""

    target: Target
    retired: tuple[str, ...]


def judge(proposal: EditProposal, question: Consultation, current: bytes | None, reachable: Reachable) -> Verdict:
    """The verdict on a proposal; `current` are the file's bytes as they are now, null where it is gone or is a link."""
    refused = _may_be_touched(proposal, question, current)
    if refused is not None:
        return refused
    assert current is not None
    source = read_source(current)
    assert isinstance(source, SourceText)  # it was read before, and has the same hash
    refused = _answers(proposal, question, source) or _can_be_shown(proposal)
    if refused is not None:
        return refused
    try:
        return _result(proposal, source, reachable)
    except RecursionError:
        return Refused(GuardRefusal.OUTPUT_DOES_NOT_COMPILE, "It is nested too deep.")


# ---- may this file be touched?


def _may_be_touched(proposal: EditProposal, question: Consultation, current: bytes | None) -> Refused | None:
    path = proposal.path
    if not _is_inside(path):
        return Refused(GuardRefusal.PATH_OUTSIDE_ROOT, path)
    if not path.endswith(".py"):
        return Refused(GuardRefusal.PATH_NOT_PYTHON, path)
    if path != question.path:
        return Refused(GuardRefusal.PATH_NOT_THE_CONSULTED_FILE, path)
    if current is None:
        return Refused(GuardRefusal.FILE_CHANGED_SINCE_READ, "The file is gone, or is a link now.")
    if sha256(current).hexdigest() != question.before_sha256:
        return Refused(GuardRefusal.FILE_CHANGED_SINCE_READ, "The file holds something else now.")
    return None


def _is_inside(path: str) -> bool:
    """Whether a path is relative, in POSIX form and without a step up or a step nowhere."""
    if "\\" in path or "\0" in path or re.match(r"[A-Za-z]:", path):
        return False
    return all(part not in {"", ".", ".."} for part in path.split("/"))


# ---- is it an answer to the question?


def _answers(proposal: EditProposal, question: Consultation, source: SourceText) -> Refused | None:
    first, last, context = proposal.start_line, proposal.end_line, question.context
    if first < context.start_line or last > context.end_line:
        sent = f"Lines {context.start_line} to {context.end_line} were sent; it replaces {first} to {last}."
        return Refused(GuardRefusal.OUTSIDE_THE_CONTEXT, sent)
    if not first <= question.line <= last:
        asked = f"Line {question.line} was asked about; it replaces {first} to {last}."
        return Refused(GuardRefusal.SITE_NOT_REPLACED, asked)
    standing, believed = replaced_lines(source, first, last), proposal.replaces.replace("\r\n", "\n")
    if standing is None or believed not in {standing, f"{standing}\n"}:
        return Refused(GuardRefusal.REPLACED_TEXT_DIFFERS, f"Lines {first} to {last} hold another text.")
    if proposal.symbol != question.symbol:
        return Refused(GuardRefusal.SYMBOL_MISMATCH, proposal.symbol)
    return None


# ---- is the result Python that brings nothing in?


def _can_be_shown(proposal: EditProposal) -> Refused | None:
    text = proposal.replacement
    lines, size = text.removesuffix("\n").count("\n") + 1, len(text.encode())
    if lines > MOST_LINES or size > MOST_BYTES:
        return Refused(GuardRefusal.REPLACEMENT_TOO_LARGE, f"{lines:,} lines, {size:,} bytes.")
    hidden = next((letter for letter in text if letter not in "\t\n" and is_unseen(letter)), None)
    if hidden is not None:
        name = unicodedata.name(hidden, "a control character")
        return Refused(GuardRefusal.REPLACEMENT_NOT_DISPLAYABLE, f"U+{ord(hidden):04X}, {name}.")
    if REDACTED in text:
        return Refused(GuardRefusal.REPLACEMENT_CARRIES_REDACTION, REDACTED)
    return None


def _result(proposal: EditProposal, source: SourceText, reachable: Reachable) -> Verdict:
    first, last = proposal.start_line, proposal.end_line
    text = with_lines_replaced(source, first, last, proposal.replacement)
    data = _encoded(source, text)
    if data is None:
        return Refused(GuardRefusal.REPLACEMENT_NOT_ENCODABLE, source.encoding)
    before, after = parse(source), parse(text_source(text, source.encoding))
    if isinstance(before, Bail) or isinstance(after, Bail):
        return Refused(GuardRefusal.OUTPUT_DOES_NOT_PARSE, "Python's parser refuses the file with it.")
    if not compiles(data):
        return Refused(GuardRefusal.OUTPUT_DOES_NOT_COMPILE, "Python's compiler refuses the file with it.")
    new_last = first - 1 + len(_lines(proposal.replacement))
    parts = Part(source.text, before, first, last), Part(text, after, first, new_last)
    if source.first_lone_carriage_return() is not None or runs_past(*parts):
        return Refused(GuardRefusal.REPLACEMENT_RUNS_PAST_ITS_RANGE, f"Beyond lines {first} to {last}.")
    return _brings_nothing_in(Question(*parts, reachable.target, reachable.retired), data)


def _brings_nothing_in(question: Question, data: bytes) -> Verdict:
    before, after = question.before, question.after
    foreign = foreign_import(before.tree, after.tree, question.target) or beyond_the_target(question)
    if foreign is not None:
        return Refused(GuardRefusal.IMPORT_OUTSIDE_THE_TARGET, foreign)
    name = _lookalike(before, after) or outside_the_licence(question)
    if name is not None:
        return Refused(GuardRefusal.NAME_OUTSIDE_THE_QUESTION, name)
    return Passed(data)


def _lines(replacement: str) -> list[str]:
    return replacement.removesuffix("\n").split("\n") if replacement else []


def _encoded(source: SourceText, text: str) -> bytes | None:
    """The text in the file's own encoding, which it still has to declare; null where that cannot be."""
    try:
        data = source.encode(text)
        declared, _ = tokenize.detect_encoding(BytesIO(data).readline)
        unchanged = declared == source.encoding and data.decode(declared) == text
    except (UnicodeError, SyntaxError):
        return None
    return data if unchanged else None


def _lookalike(before: Part, after: Part) -> str | None:
    """The first identifier that is new and holds letters of other alphabets: it can look like one that means another
    thing, and Python itself takes some of them for the letters that they look like.
    """
    known = _shown_names(before)
    return next((name for name in sorted(_shown_names(after) - known) if not name.isascii()), None)


def _shown_names(part: Part) -> frozenset[str]:
    tokens = tokenize.generate_tokens(StringIO(part.text).readline)
    return frozenset(token.string for token in tokens if token.type == tokenize.NAME)
