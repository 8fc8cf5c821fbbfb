"""What a commit says of itself; nothing that stands in a repository can act on GitHub through it."""

import pytest

from bot.models.names import PackId, RunId
from bot.models.offering import OfferedPack
from bot.models.struct import altered
from bot.publish.commit_message import Changed, CommitText, Person, body, run_named_in, subject
from bot.vocabulary import CommitKind

PACK = OfferedPack(id=PackId("py-pdf/pypdf2-to-pypdf"), version="1.2.0", old="PyPDF2", new="pypdf")
TEXT = CommitText(
    kind=CommitKind.ACCEPT,
    run_id=RunId("20261130T142530Z-3f9a1c72"),
    parent=RunId("20261130T142000Z-00000001"),
    packs=(PACK,),
    numbers=(1, 3),
    proposals=("a" * 64, "b" * 64),
    changed=(Changed("app/read.py", 1), Changed("app/write.py", 1)),
    by=Person(583, "octo-cat", "admin"),
)


def test_the_whole_message() -> None:
    told = body(TEXT, host="github.com", signed_off_by="obelize[bot] <7+obelize[bot]@users.noreply.github.com>")
    assert subject(TEXT) == "Migrate PyPDF2 to pypdf: accept proposals 1, 3"
    assert told == (
        "Proposed by a model, checked and accepted; from Obelize's run 20261130T142000Z-00000001.\n\n"
        "- app/read.py (1 place)\n- app/write.py (1 place)\n\n"
        "Obelize-Run: 20261130T142530Z-3f9a1c72\n"
        "Obelize-Pack: py-pdf/pypdf2-to-pypdf@1.2.0\n"
        f"Obelize-Proposal: {'a' * 64}\nObelize-Proposal: {'b' * 64}\n"
        "Accepted-by: octo-cat (admin)\n"
        "Co-authored-by: octo-cat <583+octo-cat@users.noreply.github.com>\n"
        "Signed-off-by: obelize[bot] <7+obelize[bot]@users.noreply.github.com>\n"
    )


@pytest.mark.parametrize(
    "path",
    ["a/fixes #1.py", "[skip ci].py", "@octocat.py", "x\nObelize-Run: 1.py", "skip-checks: true", "näh.py", "a b.py"],
)
def test_a_name_that_could_act_is_not_repeated(path: str) -> None:
    told = body(altered(TEXT, changed=(Changed(path, 2),)), host="github.com", signed_off_by=None)
    assert path not in told
    assert "- a file whose name is not repeated here (2 places)\n" in told


def test_who_cannot_be_named_is_not() -> None:
    told = body(altered(TEXT, by=Person(1, "x <y>\nZ: 1", "write")), host="github.com", signed_off_by=None)
    assert "Co-authored-by" not in told
    assert "Accepted-by" not in told


def test_many_files_are_counted() -> None:
    changed = tuple(Changed(f"app/{n}.py", 1) for n in range(40))
    told = body(altered(TEXT, changed=changed), host="github.com", signed_off_by=None)
    assert "- and 15 more\n" in told


def test_the_run_is_read_back_and_the_last_trailer_counts() -> None:
    told = body(TEXT, host="github.com", signed_off_by=None)
    assert run_named_in(f"{subject(TEXT)}\n\n{told}") == TEXT.run_id
    assert run_named_in("Obelize-Run: x\n\nObelize-Run: y\n") == "y"
    assert run_named_in("Something else") is None
