"""Makes commits without a checkout, for what people push in a story."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.playground.git.bare import BareRepository, Signature

# A name that exists while git reads the commit, and is taken back in the same breath.
_SCRATCH = "refs/playground/new"
_NOTHING = "0" * 40


@dataclass(frozen=True, slots=True)
class Change:
    """A commit to be made: path to new bytes, or to null where the file goes. Files become plain ones (100644)."""

    files: Mapping[str, bytes | None]
    message: str


SOMEBODY = Signature("Mona Lisa", "mona@example.com", datetime(2026, 11, 30, 9, 0, tzinfo=UTC))


async def write_commit(
    repository: BareRepository,
    parent: str | None,
    change: Change,
    author: Signature = SOMEBODY,
    committer: Signature | None = None,
) -> str:
    """The sha of a new commit on top of `parent`, by default committed by its author; no ref moves. Raises GitError."""
    stream = b"".join(_stream(parent, change, author, committer or author))
    output = await repository.run("fast-import", "--quiet", "--force", stdin=stream)
    return output.decode().strip()


def _stream(parent: str | None, change: Change, author: Signature, committer: Signature) -> Iterator[bytes]:
    """The commit in the language of `git fast-import`."""
    yield f"commit {_SCRATCH}\nmark :1\n".encode()
    for role, person in (("author", author), ("committer", committer)):
        yield f"{role} {person.name} <{person.email}> {_moment(person.when)}\n".encode()
    yield _data(change.message.encode())
    if parent is not None:
        yield f"from {parent}\n".encode()
    for path, content in sorted(change.files.items()):
        if content is None:
            yield f"D {_quoted(path)}\n".encode()
        else:
            yield f"M 100644 inline {_quoted(path)}\n".encode() + _data(content)
    yield f"\nget-mark :1\nreset {_SCRATCH}\nfrom {_NOTHING}\n".encode()


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _moment(when: datetime) -> str:
    return f"{int(when.timestamp())} {when.strftime('%z')}"
