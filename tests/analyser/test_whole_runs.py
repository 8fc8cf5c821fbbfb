"""A whole run through the confined children, over files that were written to break it: each costs its own rows alone."""

import json

import pytest

from bot.analyser.jobs import REGISTRY
from bot.analyser.limits import Limits
from bot.analyser.run_setup import setup
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
from tests.notebooks import notebook

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


LITTLE_PATIENCE = Limits(seconds=3.0)
"""For files that take for ever; what is to be read in time has the ordinary limits."""


def ran(files: dict[str, bytes], limits: Limits = LITTLE_PATIENCE) -> Outcome:
    """The run, with little patience if nothing else is said."""
    tree = MemoryTree(files)
    stamp = PackStamp(id=PACK.id, version=PACK.version, sha256="0" * 64)
    request = RunRequest(RunMode.PLAN, ((SurfaceIndex(PACK), stamp),), True, tree.listing(), default_config())
    with Analyser(registry=REGISTRY, setup=setup([PACK]), limits=limits) as analyser:
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


@pytest.mark.parametrize(
    ("hostile", "words"),
    [
        pytest.param(b'{"oldlib": ' + b"[" * 400_000, {Bail.NOTEBOOK_UNREADABLE}, id="400,000 brackets of JSON"),
        pytest.param(b'{"cells": ["oldlib"' + b",1" * 400_000 + b"]}", {Bail.NOTEBOOK_UNREADABLE}, id="400,000 cells"),
        pytest.param(notebook(MORE_PARENTHESES.decode()), {Bail.CELL_DOES_NOT_PARSE}, id="100,000 nested parentheses"),
        pytest.param(notebook("oldlib\0"), {Bail.CELL_DOES_NOT_PARSE}, id="a NUL in a cell"),
        pytest.param(
            notebook("oldlib, '@'").replace(b"@", b"\\ud800"), {Bail.CELL_DOES_NOT_PARSE}, id="a lone surrogate"
        ),
        pytest.param(notebook(HANG.decode()), {Bail.ANALYSER_TIMED_OUT}, id="a notebook that takes for ever"),
        pytest.param(notebook(LONG_SUM.decode()), {*UNREADABLE, Bail.CELL_DOES_NOT_PARSE}, id="a sum of 100,000 terms"),
    ],
)
def test_a_hostile_notebook_costs_one_row_and_its_neighbours_nothing(hostile: bytes, words: set[Bail]) -> None:
    outcome = ran({**NEIGHBOURS, "evil.ipynb": hostile})
    (row,) = [finding for finding in outcome.scan.findings if finding.path == "evil.ipynb"]
    assert row.bail in words
    assert_untouched(outcome)


def test_ten_thousand_cells_are_read() -> None:
    """Each cell is parsed by itself, so that one which is no Python costs itself alone."""
    cells = ["import oldlib", *["oldlib.VERSION", "print 'x'"] * 5_000]
    document = {"cells": [{"cell_type": "code", "source": source} for source in cells]}
    outcome = ran({**NEIGHBOURS, "long.ipynb": json.dumps(document).encode()}, Limits())
    found = [finding for finding in outcome.scan.findings if finding.path == "long.ipynb"]
    assert [(finding.cell, finding.line) for finding in found] == [(1, 1), *((2 * n, 1) for n in range(1, 5_001))]
    assert_untouched(outcome)


def test_a_notebook_is_read_in_the_confined_child() -> None:
    cells = (
        "%pip install old-lib==1.9\nimport oldlib",
        "x = 1\n%time reader = oldlib.Reader('a')",
        "await f(reader.pages)",
    )
    outcome = ran({"a.ipynb": notebook(*cells), "b.pyi": b"import oldlib\n"})
    told = [(found.path, found.cell, found.line, found.column, found.symbol) for found in outcome.scan.findings]
    assert told == [
        ("a.ipynb", 1, 1, 13, "Old-Lib"),
        ("a.ipynb", 1, 2, 0, "oldlib"),
        ("a.ipynb", 2, 2, 15, "oldlib.Reader"),
        ("a.ipynb", 3, 1, 8, "oldlib.Reader.pages"),
        ("b.pyi", None, 1, 0, "oldlib"),
    ]


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


DEPENDENCY_FILES = {
    "requirements.txt": b"-r more.deps\n",
    "more.deps": b"Old-Lib==1.9 ; python_version > '3.8'\n",
    "pyproject.toml": b"[tool.poetry.dependencies]\nold-lib = '^1.2'\n",
    "Pipfile": b"[packages]\nold-lib = '*'\n",
    "setup.cfg": b"[options]\ninstall_requires =\n    old-lib>=1\n",
    "setup.py": b"from setuptools import setup\nsetup(install_requires=['old-lib'])\n",
    "environment.yml": b"dependencies:\n  - old-lib=1.9\n  - pip:\n    - old-lib\n",
    "tox.ini": b"[testenv]\ndeps = old-lib\n",
    "Dockerfile": b"RUN pip install old-lib\n",
    ".github/workflows/ci.yml": b"jobs: {t: {steps: [{run: pip install old-lib}]}}\n",
    "poetry.lock": b'[[package]]\nname = "old-lib"\nversion = "1.9"\n',
    "Pipfile.lock": b'{"default": {"old-lib": {"version": "==1.9"}}}',
}


def test_every_form_of_dependency_file_is_read_and_written_in_the_confined_child() -> None:
    """What a reader opens late (a codec, a table of YAML) is no longer there once the child is confined."""
    plan = ran(DEPENDENCY_FILES).plan
    assert plan is not None
    assert {edit.path: edit.reason for edit in plan.edits if edit.line != 2 or edit.path != "environment.yml"} == {
        **dict.fromkeys(("more.deps", "pyproject.toml", "Pipfile", "setup.cfg", "setup.py", "environment.yml")),
        **dict.fromkeys(("tox.ini", "Dockerfile", ".github/workflows/ci.yml"), Bail.MANIFEST_NOT_EDITED),
        **dict.fromkeys(("poetry.lock", "Pipfile.lock"), Bail.LOCK_FILE_OUTDATED),
    }
    assert [edit.reason for edit in plan.edits if edit.path == "environment.yml"] == [Bail.CONDA_PACKAGE, None]
    assert len(plan.files) == 6


NESTED = 200_000


@pytest.mark.parametrize(
    ("path", "hostile"),
    [
        pytest.param("environment.yml", b"old-lib: " + b"[" * NESTED, id="YAML"),
        pytest.param("pyproject.toml", b'a = ["old-lib", ' + b"[" * NESTED, id="TOML"),
        pytest.param("Pipfile.lock", b'{"old-lib":' * (NESTED // 4), id="JSON"),
        pytest.param("setup.py", b"setup(install_requires=['old-lib', " + b"(" * NESTED, id="Python"),
        pytest.param("requirements.txt", b"old-lib ; " + b"(" * NESTED + b"\n", id="a marker"),
        pytest.param("Dockerfile", b"RUN " + b"pip install old-lib " * 40_000, id="a command line"),
    ],
)
def test_a_hostile_dependency_file_costs_at_most_its_own_rows(path: str, hostile: bytes) -> None:
    outcome = ran({**NEIGHBOURS, path: hostile, "sub/requirements.txt": b"old-lib\n"})
    assert outcome.plan is not None
    words = {finding.path: finding.bail for finding in outcome.scan.findings if finding.path == path}
    assert words[path] is not None
    assert {edit.reason for edit in outcome.plan.edits if edit.path == "sub/requirements.txt"} == {None}
