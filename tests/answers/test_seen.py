"""What was seen in a file counts for the same bytes at the same path, and for nothing else."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.answers.cache import AnswerCache
from bot.answers.key import Circumstances
from bot.answers.seen import Seen, SeenFiles
from bot.looking import Looking
from bot.models.want import ReadImports, Search
from bot.source.memory import MemoryTree
from bot.source.tree import Content

HERE = Circumstances("repository", "engine", {})
FILES = {"a.py": b"import oldlib\n", "pkg/b.py": b"from . import c\n", "big.py": b"#" * 200}
LIMIT = 100
TOKENS = (b"oldlib",)


class Counting(MemoryTree):
    """A tree that tells which of its files were read."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(files)
        self.asked: list[str] = []

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        self.asked += paths
        return super().read(paths, max_bytes)


class Expected:
    """What the analyser would be told of work to come."""

    def __init__(self) -> None:
        self.told: list[tuple[int, bool]] = []

    def __call__(self, weight: int, *, more: bool) -> None:
        self.told.append((weight, more))


def looked(folder: Path, files: dict[str, bytes], limit: int = LIMIT) -> tuple[object, object, list[str]]:
    """What is told of the files, and which of them were read for that."""
    tree = Counting(files)
    paths = tuple(files)
    stamps = {entry.path: entry.stamp for entry in tree.listing().entries if entry.stamp is not None}
    with AnswerCache(folder / "answers.sqlite3", HERE) as answers:
        looking = Looking(tree, limit, answers.seen(stamps, str(limit)), lambda *_: None, Expected())
        found, imported = looking.search(Search(paths, TOKENS)), looking.imports(ReadImports(paths))
        looking.seen.write()
        answers.write()
    return found, imported, sorted(set(tree.asked))


def test_what_did_not_change_is_not_read_again_and_the_same_is_told(tmp_path: Path) -> None:
    *first, asked = looked(tmp_path, FILES)
    assert asked == ["a.py", "big.py", "pkg/b.py"]
    *again, asked = looked(tmp_path, FILES)
    assert asked == ["big.py"], "a file that was not read is tried again"
    assert again == first


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    looked(tmp_path, FILES)
    changed = {**FILES, "pkg/b.py": b"import oldlib, os\n"}
    *found, asked = looked(tmp_path, changed)
    assert asked == ["big.py", "pkg/b.py"]
    assert found == list(looked(tmp_path / "..", changed)[:2])


def test_a_lower_limit_is_another_question(tmp_path: Path) -> None:
    looked(tmp_path, FILES, 1000)
    assert "big.py" in looked(tmp_path, FILES, LIMIT)[2]
    assert looked(tmp_path, FILES, LIMIT)[0] == looked(tmp_path / "..", FILES, LIMIT)[0]


def test_files_come_and_go_and_documents_stay_small(tmp_path: Path) -> None:
    many = {f"f{number}.py": b"import oldlib\n" for number in range(1000)}
    looked(tmp_path, many)
    *_, asked = looked(tmp_path, {path: data for path, data in many.items() if path != "f7.py"} | {"new.py": b"x\n"})
    assert asked == ["new.py"]


class Held:
    """Documents in memory."""

    def __init__(self) -> None:
        self.documents: dict[str, bytes] = {}

    def document(self, name: str) -> bytes | None:
        return self.documents.get(name)

    def keep_document(self, name: str, document: bytes) -> None:
        self.documents[name] = document


def test_two_questions_about_one_file_stand_beside_each_other_until_it_changes() -> None:
    held = Held()
    seen: Seen = SeenFiles(held, {"a.py": "1"}, "")
    seen.keep("a.py", "one", ["x", "y"])
    seen.keep("a.py", "two", [])
    seen.write()
    later = SeenFiles(held, {"a.py": "1"}, "")
    assert later.known(["a.py", "b.py"], "one") == {"a.py": frozenset({"x", "y"})}
    assert later.known(["a.py"], "two") == {"a.py": frozenset()}
    assert later.known(["a.py"], "three") == {}
    changed = SeenFiles(held, {"a.py": "2"}, "")
    assert changed.known(["a.py"], "one") == {}
    changed.keep("a.py", "two", ["z"])
    changed.write()
    assert SeenFiles(held, {"a.py": "2"}, "").known(["a.py"], "one") == {}


def test_a_file_without_a_stamp_is_never_known() -> None:
    seen = SeenFiles(Held(), {}, "")
    seen.keep("a.py", "one", ["x"])
    assert seen.known(["a.py"], "one") == {}


def test_a_document_of_another_shape_is_no_document() -> None:
    held = Held()
    seen = SeenFiles(held, {"a.py": "1"}, "")
    seen.keep("a.py", "one", ["x"])
    seen.write()
    (name,) = held.documents
    for document in (b"", b"null", b'{"files": {"a.py": ["1", {"one": 3}]}}'):
        held.documents[name] = document
        assert SeenFiles(held, {"a.py": "1"}, "").known(["a.py"], "one") == {}


def test_only_files_that_were_not_seen_before_are_work_to_come() -> None:
    tree, seen, expected = MemoryTree(FILES), SeenFiles(None, {"a.py": "1", "pkg/b.py": "1"}, ""), Expected()
    looking = Looking(tree, LIMIT, seen, lambda *_: None, expected)
    looking.search(Search(tuple(FILES), TOKENS))
    assert expected.told == [(len(FILES["a.py"]), True), (len(FILES["a.py"]), False)]
    looking.search(Search(tuple(FILES), TOKENS))
    assert expected.told[2:] == [(0, False)]
