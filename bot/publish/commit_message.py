"""What a commit says of itself: a subject, which run and places it comes from, and trailers by which it is found again.

GitHub acts on what stands in a message: `@name` mails a person, `fixes #1` closes an issue, `[skip ci]` keeps CI away.
So nothing of a repository, a model or a comment goes in, but names of which no such thing can be made.
"""

import re
from collections.abc import Iterator, Sequence

from bot.models.names import RunId
from bot.models.offering import OfferedPack
from bot.models.struct import Frozen
from bot.vocabulary import CommitKind

RUN_TRAILER = "Obelize-Run"

_PLAIN_PATH = re.compile(r"[A-Za-z0-9_./-]{1,200}")
_LOGIN = re.compile(r"[A-Za-z0-9_-]{1,100}")
_MOST_FILES = 25


class Changed(Frozen):
    """A file, and how many places of it change."""

    path: str
    places: int


class Person(Frozen):
    """Who asked for it, and GitHub's word for what this person may do there."""

    id: int
    login: str
    permission: str


class CommitText(Frozen):
    """All that a message tells. `parent` is the run whose plan, proposals or commit this is about; `proposals` are the
    hashes of the files with an accepted proposal in them.
    """

    kind: CommitKind
    run_id: RunId
    parent: RunId
    packs: tuple[OfferedPack, ...]
    numbers: tuple[int, ...]
    proposals: tuple[str, ...]
    changed: tuple[Changed, ...]
    by: Person


def subject(text: CommitText) -> str:
    """The first line, without what the operator puts around it."""
    files = f"{len(text.changed)} {'file' if len(text.changed) == 1 else 'files'}"
    if text.kind is CommitKind.UNDO:
        return f"Take Obelize's change of {files} back"
    moves = ", ".join(f"{pack.old} to {pack.new}" for pack in text.packs)
    if text.kind is CommitKind.ACCEPT:
        word = "proposal" if len(text.numbers) == 1 else "proposals"
        return f"Migrate {moves}: accept {word} {', '.join(map(str, text.numbers))}"
    return f"Migrate {moves} in {files}"


def body(text: CommitText, *, host: str, signed_off_by: str | None) -> str:
    """The rest. `host` is where people's accounts are, such as `github.com`; the trailers stand last, as git wants."""
    told = f"{_ORIGINS[text.kind]} run {text.parent}."
    listed = "\n".join(_files(text.changed))
    return "\n\n".join([told, listed, "\n".join(_trailers(text, host, signed_off_by))]) + "\n"


def run_named_in(message: str) -> str | None:
    """The run that a commit's message names as the one that made it; anybody can write that."""
    found = re.findall(rf"^{RUN_TRAILER}: ([0-9A-Za-z-]+)$", message, re.MULTILINE)
    return found[-1] if found else None


_ORIGINS = {
    CommitKind.APPLY: "Made by rules, as planned by Obelize's",
    CommitKind.ACCEPT: "Proposed by a model, checked and accepted; from Obelize's",
    CommitKind.UNDO: "Takes back what was written by Obelize's",
    CommitKind.MIGRATE: "Made by rules, as planned by Obelize's",
}


def _files(changed: Sequence[Changed]) -> Iterator[str]:
    for file in changed[:_MOST_FILES]:
        name = file.path if _PLAIN_PATH.fullmatch(file.path) else "a file whose name is not repeated here"
        places = f" ({file.places} {'place' if file.places == 1 else 'places'})" if file.places else ""
        yield f"- {name}{places}"
    if len(changed) > _MOST_FILES:
        yield f"- and {len(changed) - _MOST_FILES} more"


def _trailers(text: CommitText, host: str, signed_off_by: str | None) -> Iterator[str]:
    yield f"{RUN_TRAILER}: {text.run_id}"
    for pack in text.packs:
        yield f"Obelize-Pack: {pack.id}@{pack.version}"
    for sha256 in text.proposals:
        yield f"Obelize-Proposal: {sha256}"
    if _LOGIN.fullmatch(text.by.login):
        yield f"Accepted-by: {text.by.login} ({text.by.permission})"
        # doc: email-addresses reference; an account is told by its number, whatever it is called later.
        yield f"Co-authored-by: {text.by.login} <{text.by.id}+{text.by.login}@users.noreply.{host}>"
    if signed_off_by is not None:
        yield f"Signed-off-by: {signed_off_by}"
