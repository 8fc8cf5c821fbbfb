"""The cache may only ever make a run quicker: whatever is wrong with its file, an answer is just not there."""

import multiprocessing
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.answers.cache import AnswerCache
from bot.answers.key import Circumstances
from bot.models.want import Job
from bot.models.writing import compact
from bot.scan.facts import FileFacts, ImportSteps

HERE = Circumstances("repository", "engine", {"pack": "hash of it"})
JOB = Job("python_facts", "a.py", {"pack": "pack", "path": "a.py", "reached": {}}, FileFacts, remembered=True)
FACTS = FileFacts(imports=("os", "PyPDF2"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "answers.sqlite3"


def kept(path: Path, number: int = 1, **bounds: int) -> None:
    """Keep the same answer about so many contents."""
    with AnswerCache(path, HERE, **bounds) as cache:
        for each in range(number):
            cache.keep(JOB, b"%d" % each, FACTS)
        cache.write()


def found(path: Path, content: bytes = b"0", job: Job = JOB, circumstances: Circumstances = HERE) -> object:
    with AnswerCache(path, circumstances) as cache:
        return cache.find(job, content)


def test_an_answer_is_found_by_a_later_process(path: Path) -> None:
    kept(path)
    assert found(path) == FACTS


def test_nothing_is_known_that_was_not_written(path: Path) -> None:
    with AnswerCache(path, HERE) as cache:
        cache.keep(JOB, b"0", FACTS)
    assert found(path) is None


@pytest.mark.parametrize(
    ("content", "parameters", "circumstances"),
    [
        pytest.param(b"1", JOB.parameters, HERE, id="the content"),
        pytest.param(b"0", {**JOB.parameters, "reached": {"m": []}}, HERE, id="what reaches the file"),
        pytest.param(b"0", {**JOB.parameters, "path": "b/a.py"}, HERE, id="where the file is"),
        pytest.param(b"0", {**JOB.parameters, "pack": "other"}, HERE, id="a pack that the run does not have"),
        pytest.param(b"0", JOB.parameters, Circumstances("repository", "engine", {"pack": "another"}), id="the pack's bytes"),
        pytest.param(b"0", JOB.parameters, Circumstances("repository", "newer", HERE.packs), id="the engine"),
        pytest.param(b"0", JOB.parameters, Circumstances("elsewhere", "engine", HERE.packs), id="the repository"),
    ],
)  # fmt: skip
def test_an_answer_holds_for_exactly_what_it_depends_on(
    path: Path, content: bytes, parameters: dict[str, object], circumstances: Circumstances
) -> None:
    kept(path)
    job = Job(JOB.name, JOB.path, parameters, FileFacts, remembered=True)
    assert found(path, content, job, circumstances) is None


def test_the_job_is_part_of_the_question(path: Path) -> None:
    kept(path)
    assert found(path, job=Job("another", JOB.path, JOB.parameters, FileFacts)) is None


def test_a_job_that_hangs_on_no_pack_is_remembered_too(path: Path) -> None:
    job = Job("import_steps", "a.py", {}, ImportSteps, remembered=True)
    steps = ImportSteps(is_program=True)
    with AnswerCache(path, HERE) as cache:
        cache.keep(job, b"0", steps)
        cache.write()
    assert found(path, job=job) == steps
    assert found(path, job=job, circumstances=Circumstances("repository", "newer", HERE.packs)) is None


def _garbage(path: Path) -> None:
    path.write_bytes(b"not a database, " * 1_000)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5_000])


def _pages_overwritten(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4_096:] = b"\xff" * (len(data) - 4_096)
    path.write_bytes(data)


def _in_place(statement: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with sqlite3.connect(path) as database:
            database.execute(statement)
        database.close()

    return damage


DAMAGE = [
    pytest.param(_garbage, id="garbage"),
    pytest.param(_cut, id="a file that was cut"),
    pytest.param(_pages_overwritten, id="pages overwritten"),
    pytest.param(_in_place("UPDATE answers SET document = x'7b7d'"), id="an answer replaced"),
    pytest.param(_in_place("UPDATE answers SET document = 'text'"), id="an answer of another type"),
    pytest.param(_in_place("UPDATE answers SET digest = 5"), id="a digest of another type"),
    pytest.param(_in_place("DROP TABLE answers"), id="no table"),
    pytest.param(_in_place("ALTER TABLE answers ADD COLUMN more"), id="another table"),
    pytest.param(_in_place("PRAGMA application_id = 7"), id="another program's file"),
    pytest.param(_in_place("CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM answers; END"), id="a trigger"),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_knows_nothing_and_is_mended(path: Path, damage: Callable[[Path], None]) -> None:
    kept(path, 300)
    damage(path)
    assert found(path) is None
    kept(path)
    kept(path)  # what is only seen while writing is mended by the next run
    assert found(path) == FACTS


def test_an_entry_that_is_too_large_is_not_even_read(path: Path) -> None:
    kept(path)
    _in_place("UPDATE answers SET document = zeroblob(20000000)")(path)
    assert found(path) is None
    kept(path)
    assert found(path) == FACTS


def test_a_whole_entry_that_is_not_of_the_shape_asked_for_does_not_count(path: Path) -> None:
    kept(path)
    with AnswerCache(path, HERE) as cache:
        cache.keep(JOB, b"0", HerePretends(rows="none"))
        cache.write()
    assert found(path) is None


class HerePretends(FileFacts):
    """Not the shape that the job asks for."""

    rows: str  # type: ignore[assignment]


@pytest.mark.parametrize("kind", ["a folder", "a link", "no folder"])
def test_where_no_file_can_be_there_is_no_cache(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "in" / "answers.sqlite3"
    target = tmp_path / "target"
    if kind != "no folder":
        path.parent.mkdir()
    if kind == "a folder":
        path.mkdir()
    if kind == "a link":
        path.symlink_to(target)
    kept(path)
    assert found(path) is None
    assert not target.exists()


def test_the_oldest_answers_go_first(path: Path) -> None:
    kept(path, 100)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE answers SET day = day - 1")
    database.close()
    with AnswerCache(path, HERE) as cache:
        assert cache.find(JOB, b"42") == FACTS
        cache.write()
    with AnswerCache(path, HERE, most_entries=100) as cache:
        cache.keep(JOB, b"new", FACTS)
        cache.write()
        known = [content for content in (b"new", *(b"%d" % n for n in range(100))) if cache.find(JOB, content)]
    assert len(known) == 90
    assert {b"new", b"42"} <= set(known)


def test_bytes_are_bounded(path: Path) -> None:
    size = len(compact(FACTS))
    kept(path, 1_000, most_bytes=100 * size)
    with AnswerCache(path, HERE) as cache:
        assert sum(cache.find(JOB, b"%d" % each) is not None for each in range(1_000)) == 90
    assert path.stat().st_size < 100_000


def _kept_elsewhere(path: Path) -> None:
    for _ in range(5):
        kept(path, 50)


def test_several_processes_share_it(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    others = [context.Process(target=_kept_elsewhere, args=(path,)) for _ in range(3)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert [other.exitcode for other in others] == [0, 0, 0]
    with AnswerCache(path, HERE) as cache:
        assert all(cache.find(JOB, b"%d" % each) == FACTS for each in range(50))
