"""What each step may do on GitHub: the permissions its token is narrowed to, and not one more.

The names and levels are GitHub's. `needed()` is what `app.yml` has to ask an owner for.
"""

from dataclasses import dataclass

_RANK = ("read", "write", "admin")


@dataclass(frozen=True, slots=True)
class Purpose:
    """A kind of step; `permissions` are (name, level) pairs in the order of their names."""

    name: str
    permissions: tuple[tuple[str, str], ...]


LIST_REPOSITORIES = Purpose("list_repositories", (("metadata", "read"),))
READ_PEOPLE = Purpose("read_people", (("metadata", "read"),))
READ_CONTENTS = Purpose("read_contents", (("contents", "read"), ("metadata", "read")))
READ_PULLS = Purpose("read_pulls", (("metadata", "read"), ("pull_requests", "read")))
POST_CHECK = Purpose("post_check", (("checks", "write"), ("metadata", "read")))
# One of the two should do by GitHub's table, and did not: github/rest-api-description#6994.
POST_COMMENT = Purpose("post_comment", (("issues", "write"), ("metadata", "read"), ("pull_requests", "write")))
POST_REVIEW = Purpose("post_review", (("metadata", "read"), ("pull_requests", "write")))
OPEN_PULL = Purpose("open_pull", (("metadata", "read"), ("pull_requests", "write")))
# Resolving a thread was seen to want contents:write (GITHUB.md §9); nothing else is done with this token.
CLOSE_THREADS = Purpose("close_threads", (("contents", "write"), ("metadata", "read"), ("pull_requests", "write")))
# Held only while a commit is made. Without `workflows` GitHub itself keeps it out of `.github/workflows`.
WRITE_CONTENTS = Purpose("write_contents", (("contents", "write"), ("metadata", "read")))
READ_VERDICT = Purpose("read_verdict", (("checks", "read"), ("metadata", "read"), ("statuses", "read")))

PURPOSES = (
    LIST_REPOSITORIES,
    READ_PEOPLE,
    READ_CONTENTS,
    READ_PULLS,
    POST_CHECK,
    POST_COMMENT,
    POST_REVIEW,
    OPEN_PULL,
    CLOSE_THREADS,
    WRITE_CONTENTS,
    READ_VERDICT,
)


def needed() -> dict[str, str]:
    """The permissions that all purposes together need, each at its highest level."""
    wanted: dict[str, str] = {}
    for purpose in PURPOSES:
        for name, level in purpose.permissions:
            wanted[name] = max(wanted.get(name, level), level, key=_RANK.index)
    return wanted
