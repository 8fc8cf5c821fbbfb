"""The corpus of hostile proposals, and what they are judged against."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from bot.consult.guard import Reachable
from bot.consult.splice import replaced_lines
from bot.consult.target import target_of
from bot.models.consultation import Consultation, Context, EditProposal
from bot.models.names import PackId, RowId
from bot.packs.loaded import target_listing
from bot.scan.source_text import SourceText, read_source
from bot.vocabulary import Bail, GuardRefusal

PACK = "gemini/google-generativeai-to-google-genai"
SYMBOL = "google.generativeai.GenerativeModel.generate_content"
FILES = ("proposals.yaml", "reaching_out.yaml", "lines_around.yaml", "own_code.yaml")
ASKED = {"function": (11, 9, 14), "moved": (13, 1, 21), "script": (4, 1, 5), "class": (9, 1, 15)}


@dataclass(frozen=True)
class Base:
    """A file, the line asked about, and the lines that were sent."""

    data: bytes
    line: int
    first: int
    last: int


@dataclass(frozen=True)
class Case:
    """One proposal; `word` is null where it has to pass."""

    why: str
    proposal: EditProposal
    question: Consultation
    current: bytes | None
    word: GuardRefusal | None


def cases() -> Iterator[Case]:
    """Those that have to be refused, and those that have to pass."""
    document = corpus()
    for described in (*document["cases"], *document["passes"]):
        if tuple(described.get("since", ())) <= sys.version_info:
            yield case(described)


@cache
def corpus() -> dict[str, Any]:
    """What its files say together; `since` is the first Python that reads a case."""
    parts = [yaml.safe_load((Path(__file__).parent / name).read_text()) for name in FILES]
    return {
        "cases": [case for part in parts for case in part["cases"]],
        "passes": [case for part in parts for case in part.get("passes", ())],
        "bases": parts[0]["bases"],
        "more_bases": {name: base for part in parts for name, base in part["more_bases"].items()},
    }


@cache
def base(name: str) -> Base:
    """A file of the corpus."""
    document = corpus()
    if name in document["bases"]:
        line, first, last = ASKED[name]
        return Base(document["bases"][name].encode(), line, first, last)
    described = document["more_bases"][name]
    text = described["text"]
    first, last = described.get("sent", (1, text.count("\n") + (not text.endswith("\n"))))
    return Base(text.encode(described.get("encoding", "utf-8")), described["line"], first, last)


def case(described: dict[str, Any]) -> Case:
    """A case of the corpus; what it does not say of itself is true."""
    at = base(described["base"])
    source = read_source(at.data)
    assert isinstance(source, SourceText)
    first, last = described.get("lines", (at.line, at.line))
    proposal = EditProposal(
        path=described.get("path", "app.py"),
        symbol=described.get("symbol", SYMBOL),
        start_line=described.get("start_line", first),
        end_line=described.get("end_line", last),
        replaces=described.get("replaces") or replaced_lines(source, first, last) or "?",
        replacement=replacement(described),
        rationale="It is what the new library wants.",
    )
    current: bytes | None = at.data
    if "current" in described:
        current = None if described["current"] is None else at.data + described["current"].encode()
    word = described.get("word")
    return Case(
        described["why"],
        proposal,
        question(at, source, described.get("line", at.line)),
        current,
        next(one for one in GuardRefusal if one == word) if word else None,
    )


def replacement(described: dict[str, Any]) -> str:
    """The text of a case: as it stands, or long."""
    if "repeat" in described:
        text, times = described["repeat"]
        return str(text) * int(times) + str(described.get("pad_with", "a")) * int(described.get("pad", 0))
    return str(described.get("replacement", "    response = model.generate_content(prompt)\n"))


def question(at: Base, source: SourceText, line: int) -> Consultation:
    """The question that the proposals answer."""
    text = replaced_lines(source, at.first, at.last) or ""
    return Consultation(
        index=1,
        row_id=RowId("row"),
        pack=PackId(PACK),
        path="app.py",
        line=line,
        symbol=SYMBOL,
        bail=Bail.SYMBOL_UNKNOWN,
        context=Context(start_line=at.first, end_line=at.last, text=text, sha256=sha256(text.encode()).hexdigest()),
        limitations=(),
        to_modules=("google.genai",),
        before_sha256=sha256(at.data).hexdigest(),
    )


@cache
def reachable() -> Reachable:
    """What the pack allows."""
    return Reachable(target_of(["google.genai"], target_listing(PACK)), ("google.generativeai",))
