"""A whole run through the confined children, over files that were written to break it: each costs its own rows alone."""

import pytest

from bot.analyser.file_jobs import REGISTRY, setup
from bot.analyser.limits import Limits
from bot.analyser.supervisor import Analyser
from bot.configuration import default_config
from bot.driver import Driver
from bot.models.finding import PackStamp
from bot.models.outcome import Outcome
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.source.memory import MemoryTree
from bot.vocabulary import Bail, EditStatus, RunMode
from tests.demo_pack import PACK

GOOD = b"from oldlib import Reader\n\nprint(Reader('a').title)\n"
NEIGHBOURS = {f"good{number}.py": GOOD for number in range(6)}
PARENTHESES = b"import oldlib\nprint(" + b"(" * 2_000 + b"oldlib.VERSION" + b")" * 2_000 + b")\n"
MORE_PARENTHESES = b"import oldlib\nprint(" + b"(" * 100_000 + b"oldlib.VERSION" + b")" * 100_000 + b")\n"
SUM = b"import oldlib\ntotal = " + b" + ".join([b"oldlib.VERSION"] * 10_000) + b"\n"
LONG_SUM = b"import oldlib\ntotal = " + b" + ".join([b"x"] * 100_000) + b"\n"
CHAIN = b"import oldlib\nreader = oldlib.Reader('a')" + b".title" * 50_000 + b"\n"
SURROGATE = b'import oldlib\nprint(oldlib.VERSION, "\\ud800", getattr(oldlib, "\\ud800"))\n'
CODING = b"# coding: rot13\nimport oldlib\n"
NUL = b"import oldlib\n\0\n"
HANG = b"import oldlib\n" + b"def f(a):\n    return f(a)\n" * 1_500 + b"f(oldlib.Reader('a'))\n" * 1_500
"""Every call may be of every function, and every function's result of every other."""


def ran(files: dict[str, bytes]) -> Outcome:
    """The run, with little patience."""
    tree = MemoryTree(files)
    stamp = PackStamp(id=PACK.id, version=PACK.version, sha256="0" * 64)
    request = RunRequest(RunMode.PLAN, ((SurfaceIndex(PACK), stamp),), True, tree.listing(), default_config())
    with Analyser(registry=REGISTRY, setup=setup([PACK]), limits=Limits(seconds=3.0)) as analyser:
        return Driver(tree, analyser, default_config().max_file_bytes).drive(run(request))


UNREADABLE = {Bail.FILE_DOES_NOT_PARSE, Bail.ANALYSER_DIED}
"""What is too deep for the Python that runs is said by its parser or seen by its death, which differs by version."""


@pytest.mark.parametrize(
    ("hostile", "words"),
    [
        pytest.param(PARENTHESES, UNREADABLE, id="2,000 nested parentheses"),
        pytest.param(MORE_PARENTHESES, UNREADABLE, id="100,000 nested parentheses"),
        pytest.param(SUM, UNREADABLE, id="a sum of 10,000 terms"),
        pytest.param(LONG_SUM, UNREADABLE, id="a sum of 100,000 terms"),
        pytest.param(CHAIN, UNREADABLE, id="a chain of 50,000 members"),
        pytest.param(HANG, {Bail.ANALYSER_TIMED_OUT}, id="a file that takes longer than there is patience"),
        pytest.param(CODING, {Bail.FILE_NOT_DECODABLE}, id="a coding that is none of text"),
        pytest.param(NUL, {Bail.FILE_DOES_NOT_PARSE}, id="a NUL"),
    ],
)
def test_a_hostile_file_costs_one_row_and_its_neighbours_nothing(hostile: bytes, words: set[Bail]) -> None:
    outcome = ran({**NEIGHBOURS, "evil.py": hostile})
    assert outcome.plan is not None
    (row,) = [finding for finding in outcome.scan.findings if finding.path == "evil.py"]
    assert row.bail in words
    assert row.line >= 1
    assert [(edit.path, edit.reason) for edit in outcome.plan.edits if edit.path == "evil.py"] == [
        ("evil.py", row.bail)
    ]
    assert_untouched(outcome)


def test_text_that_is_no_unicode_is_a_row_like_any_other() -> None:
    outcome = ran({**NEIGHBOURS, "evil.py": SURROGATE})
    assert_untouched(outcome)
    bails = [finding.bail for finding in outcome.scan.findings if finding.path == "evil.py"]
    assert bails == [None, None, Bail.MODULE_AS_VALUE]


def test_all_of_them_at_once() -> None:
    everything = (PARENTHESES, MORE_PARENTHESES, SUM, LONG_SUM, CHAIN, HANG, CODING, NUL, SURROGATE)
    evil = {f"evil{number}.py": data for number, data in enumerate(everything)}
    outcome = ran({**NEIGHBOURS, **evil})
    assert_untouched(outcome)
    assert {finding.path for finding in outcome.scan.findings} == {*NEIGHBOURS, *evil}


def test_a_sum_that_python_can_read_is_rewritten() -> None:
    terms = b" + ".join([b"oldlib.VERSION"] * 500)
    outcome = ran({"long.py": b"import oldlib\n\ntotal = " + terms + b"\n"})
    assert outcome.plan is not None
    (written,) = outcome.plan.written
    assert written.after.count(b"newlib.VERSION") == 500


def assert_untouched(outcome: Outcome) -> None:
    """Every neighbour has its three rows, and all of them move."""
    assert outcome.plan is not None
    for path in NEIGHBOURS:
        statuses = [edit.status for edit in outcome.plan.edits if edit.path == path]
        assert statuses == [EditStatus.AUTO] * 3, path
    assert {written.path for written in outcome.plan.written} == set(NEIGHBOURS)
