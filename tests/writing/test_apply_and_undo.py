"""All files of a plan are written or none; undoing gives back what was there, and takes nothing from anybody."""

from pathlib import Path

from bot.models.journal import Journal
from bot.models.names import RunId
from bot.models.outcome import WrittenFile
from bot.vocabulary import GateRefusal, UndoSkip, WriteRefusal
from bot.writing.apply import Applied, apply
from bot.writing.undo import Touched, undo

RUN = RunId("20261130T142530Z-3f9a1c72")
FILES = (WrittenFile("a.py", b"a old", b"a new"), WrittenFile("b.py", b"b old", b"b new"))


class Kept:
    """What was put down before the write, and what the folder held then."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.journal: Journal | None = None
        self.then: dict[str, bytes] = {}

    def __call__(self, journal: Journal) -> None:
        self.journal = journal
        self.then = held(self._root)


def held(root: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in root.iterdir()}


def made(root: Path) -> None:
    for file in FILES:
        (root / file.path).write_bytes(file.before)


def written(root: Path) -> tuple[Applied, Kept]:
    kept = Kept(root)
    return apply(root, RUN, FILES, lambda: None, kept), kept


def touched(kept: Kept) -> list[Touched]:
    assert kept.journal is not None
    return [Touched(one.path, one.before_sha256, one.after_sha256, one.temporary) for one in kept.journal.files]


def originals(kept: Kept) -> dict[str, bytes]:
    assert kept.journal is not None
    return {entry.before_sha256: file.before for entry, file in zip(kept.journal.files, FILES, strict=True)}


def test_the_journal_is_down_before_the_first_file_changes(tmp_path: Path) -> None:
    made(tmp_path)
    applied, kept = written(tmp_path)
    assert applied.wrote
    assert kept.then == {"a.py": b"a old", "b.py": b"b old"}
    assert held(tmp_path) == {"a.py": b"a new", "b.py": b"b new"}


def test_a_closed_gate_writes_nothing(tmp_path: Path) -> None:
    made(tmp_path)
    kept = Kept(tmp_path)
    applied = apply(tmp_path, RUN, FILES, lambda: GateRefusal.TREE_DIRTY, kept)
    assert (applied.gate, applied.wrote, kept.journal) == (GateRefusal.TREE_DIRTY, False, None)
    assert held(tmp_path) == {"a.py": b"a old", "b.py": b"b old"}


def test_one_file_that_changed_keeps_all_from_being_written(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "b.py").write_bytes(b"b other")
    applied, kept = written(tmp_path)
    assert [(one.path, one.reason) for one in applied.refused] == [("b.py", WriteRefusal.CHANGED_SINCE_READ)]
    assert (applied.wrote, kept.journal) == (False, None)
    assert held(tmp_path) == {"a.py": b"a old", "b.py": b"b other"}


def test_a_file_that_changes_after_the_first_was_written_gives_the_first_its_bytes_back(tmp_path: Path) -> None:
    made(tmp_path)

    def meanwhile(_: Journal) -> None:
        (tmp_path / "b.py").write_bytes(b"b other")

    applied = apply(tmp_path, RUN, FILES, lambda: None, meanwhile)
    assert [one.path for one in applied.refused] == ["b.py"]
    assert held(tmp_path) == {"a.py": b"a old", "b.py": b"b other"}


def test_undo_gives_every_byte_back(tmp_path: Path) -> None:
    made(tmp_path)
    _, kept = written(tmp_path)
    undone = undo(tmp_path, touched(kept), originals(kept).__getitem__)
    assert (undone.restored, undone.skipped, undone.whole) == (("a.py", "b.py"), (), True)
    assert held(tmp_path) == {"a.py": b"a old", "b.py": b"b old"}


def test_undo_leaves_what_somebody_changed_since_and_what_is_as_before(tmp_path: Path) -> None:
    made(tmp_path)
    _, kept = written(tmp_path)
    (tmp_path / "a.py").write_bytes(b"a edited")
    (tmp_path / "b.py").write_bytes(b"b old")
    undone = undo(tmp_path, touched(kept), originals(kept).__getitem__)
    assert [(one.path, one.reason) for one in undone.skipped] == [
        ("a.py", UndoSkip.CHANGED_SINCE_WRITTEN),
        ("b.py", UndoSkip.AS_BEFORE),
    ]
    assert not undone.whole
    assert held(tmp_path) == {"a.py": b"a edited", "b.py": b"b old"}


def test_undo_deletes_the_temporary_file_that_a_killed_write_left(tmp_path: Path) -> None:
    made(tmp_path)
    _, kept = written(tmp_path)
    assert kept.journal is not None
    (tmp_path / kept.journal.files[1].temporary).write_bytes(b"b n")
    assert undo(tmp_path, touched(kept), originals(kept).__getitem__).whole
    assert held(tmp_path) == {"a.py": b"a old", "b.py": b"b old"}


def test_undo_brings_no_deleted_file_back(tmp_path: Path) -> None:
    made(tmp_path)
    _, kept = written(tmp_path)
    (tmp_path / "a.py").unlink()
    undone = undo(tmp_path, touched(kept), originals(kept).__getitem__)
    assert [(one.path, one.reason) for one in undone.skipped] == [("a.py", UndoSkip.GONE)]
    assert held(tmp_path) == {"b.py": b"b old"}
