"""What a page is about, as its address says it, and which repository has to be readable for it.

What is not known is treated like what is: it belongs to a number that no repository has, GitHub is asked about that in
the same way, and the answer is kept as long. So neither what is answered nor how long it takes tells the two apart.
"""

import hashlib
import re
from typing import NamedTuple

from bot.models.names import RepositoryId
from bot.store import installations
from bot.store.any_run import find_any
from bot.store.database import Database
from bot.store.installations import Repository

_MOST_DIGITS = 15
_LONGEST = 512
_NOBODYS = 2**52
"""From here on numbers are nobody's: GitHub's have ten digits."""

_TEXT = r"[A-Za-z0-9._~%!$'()*+,;:@=&-]"
_OWN = re.compile(
    rf"/(runs|repositories|installations)/([A-Za-z0-9-]{{1,64}})(?:/(?:{_TEXT}|/)*)?(?:\?(?:{_TEXT}|[/?])*)?"
)


class RunSubject(NamedTuple):
    """A run, its parts and files; the id is whatever the address says."""

    run_id: str


class RepositorySubject(NamedTuple):
    """A repository; 0 where the address has no number."""

    number: int


class InstallationSubject(NamedTuple):
    """An installation; 0 where the address has no number."""

    number: int


Subject = RunSubject | RepositorySubject | InstallationSubject


class Destination(NamedTuple):
    """An address of ours and what it is about; null for the start page."""

    address: str
    subject: Subject | None


START = Destination("/", None)


def destination(text: str) -> Destination:
    """Where somebody may be sent who signed in: to a page of ours, and to the start page where the text is none.

    Of an address that is too long to be kept in a cookie the query is left out.
    """
    text = text if len(text) <= _LONGEST else text.partition("?")[0]
    found = _OWN.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return START
    kind, name = found.groups()
    if kind == "runs":
        return Destination(text, RunSubject(name))
    number = number_in(name)
    return Destination(text, RepositorySubject(number) if kind == "repositories" else InstallationSubject(number))


def number_in(text: str) -> int:
    """A number of GitHub's in an address; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else 0


class Behind(NamedTuple):
    """The repository to ask GitHub about, and what is known of it; null where nothing is."""

    number: RepositoryId
    repository: Repository | None


def behind(database: Database, subject: Subject) -> Behind:
    """The repository behind a page; behind an installation's stands the mark of having been asked about all of them."""
    if isinstance(subject, InstallationSubject):
        return Behind(nobodys(f"installation {subject.number}"), None)
    with database.read() as connection:
        if isinstance(subject, RepositorySubject):
            number = RepositoryId(subject.number)
        else:
            made = find_any(connection, subject.run_id)
            number = RepositoryId(made.repository_id) if made is not None else nobodys(subject.run_id)
        return Behind(number, installations.repository(connection, number))


def nobodys(text: str) -> RepositoryId:
    """A number that no repository has, always the same for a text."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return RepositoryId(_NOBODYS + int.from_bytes(digest[:6], "big"))
