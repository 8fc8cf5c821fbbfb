"""The program before on google-generativeai 0.8.6 and the program after on google-genai ask the service for the same, and
print the same.

Each program is a repository of its own here, so that what is withheld in one says nothing of another. `waiting.yaml` lists
what is still to be done, and is held to be true: what a rule has learnt has to leave it.
"""

from functools import cache
from pathlib import Path

import pytest
import yaml

from bot.models.outcome import PlanOutcome
from tests.wire.cases import GEMINI_PROGRAMS, Program, WithheldProgram, programs, withheld_programs
from tests.wire.exchange import Exchange, disagreements
from tests.wire.gemini_run import exchange
from tests.wire.interpreters import GEMINI_NEW, GEMINI_OLD, interpreter
from tests.wire.migrate import Migrate

PROGRAMS = programs(GEMINI_PROGRAMS)
WITHHELD = withheld_programs(GEMINI_PROGRAMS)
WAITING: dict[str, list[str] | None] = yaml.safe_load((GEMINI_PROGRAMS / "waiting.yaml").read_text(encoding="utf-8"))
STAYS, WRONG, WRITTEN = (frozenset(WAITING[kind] or ()) for kind in ("stays", "wrong", "written"))
MOVING = [program for program in PROGRAMS if program.name not in STAYS | WRONG]


@pytest.fixture(scope="module", params=GEMINI_NEW)
def new_gemini(request: pytest.FixtureRequest) -> Path:
    """The interpreter of a new side: the lowest release of the pack's range, then the newest measured."""
    return interpreter(request.param)


def plan_of(program: Program, migrate: Migrate) -> PlanOutcome:
    """What a run plans for a program as a repository."""
    return migrate({path: text.encode() for path, text in program.files.items()})


def withheld_rows(plan: PlanOutcome) -> list[tuple[str, int, str | None, object]]:
    """What a plan withholds, as rows can be compared."""
    return [(row.path, row.line, row.symbol, row.bail) for row in plan.withheld]


def migrated(program: Program, migrate: Migrate) -> dict[str, str]:
    """The files of a program after the migration; fails where a place of it was withheld."""
    plan = plan_of(program, migrate)
    assert withheld_rows(plan) == []
    assert plan.written
    return program.files | {file.path: file.after.decode() for file in plan.written}


@cache
def exchange_before(name: str, documents: Path) -> Exchange:
    """What a program does on the old side; asked once, compared with every new side."""
    return exchange(interpreter(GEMINI_OLD), named(name).files, documents)


@pytest.mark.parametrize("program", MOVING, ids=[program.name for program in MOVING])
def test_the_migrated_program_asks_and_prints_the_same(
    program: Program, migrate: Migrate, new_gemini: Path, gemini_documents: Path
) -> None:
    before = exchange_before(program.name, gemini_documents)
    after = exchange(new_gemini, migrated(program, migrate), gemini_documents)
    assert disagreements(before, after) == []


GUARDED = ("guarded_import", "missing_is_said")


@pytest.mark.parametrize("name", GUARDED)
def test_a_guarded_import_fails_as_before_where_the_library_is_missing(
    name: str, migrate: Migrate, gemini_documents: Path
) -> None:
    """Each text runs where only the other one's library is: `google` is there, what the text imports of it is not."""
    before = exchange(interpreter(GEMINI_NEW[0]), named(name).files, gemini_documents)
    after = exchange(interpreter(GEMINI_OLD), migrated(named(name), migrate), gemini_documents)
    assert before.requests == ()
    assert disagreements(before, after) == []


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_a_program_asks_for_something_on_the_old_side(program: Program, gemini_documents: Path) -> None:
    """A program that asked for nothing, printed nothing or broke down by accident would prove nothing."""
    before = exchange_before(program.name, gemini_documents)
    assert before.outcome.raised is None
    assert before.requests
    assert before.outcome.stdout


def named(name: str) -> Program:
    """The program of that name."""
    return next(program for program in PROGRAMS if program.name == name)


@pytest.mark.parametrize("name", sorted(STAYS))
def test_a_program_that_moves_is_waiting_no_more(name: str, migrate: Migrate) -> None:
    assert withheld_rows(plan_of(named(name), migrate)) != [], "it moves: take it off waiting.yaml"


def test_a_program_that_moves_rightly_is_wrong_no_more(migrate: Migrate, gemini_documents: Path) -> None:
    """There may be none of them, which a parameter for each would tell as a skipped test."""
    for name in sorted(WRONG):
        after = exchange(interpreter(GEMINI_NEW[-1]), migrated(named(name), migrate), gemini_documents)
        before = exchange_before(name, gemini_documents)
        assert disagreements(before, after) != [], f"{name} is right: take it off waiting.yaml"


@pytest.mark.parametrize("withheld", WITHHELD, ids=[each.program.name for each in WITHHELD])
def test_a_program_that_would_break_is_withheld(withheld: WithheldProgram, migrate: Migrate) -> None:
    """With the expected words at the expected places; it keeps its bytes."""
    plan = plan_of(withheld.program, migrate)
    assert withheld.rows
    if withheld.program.name in WRITTEN:
        assert plan.written != (), "it stays: take it off waiting.yaml"
        return
    found = withheld_rows(plan)
    for row in withheld.rows:
        words = [bail for path, line, symbol, bail in found if (path, line, symbol) == (row.path, row.line, row.symbol)]
        assert words, row
        assert row.bail is None or row.bail in words, row
    assert plan.written == ()
