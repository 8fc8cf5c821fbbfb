"""The openai program before on 0.28.1 and the program after on the new releases ask the service for the same, and print
the same.

Each program is a repository of its own here, so that what is withheld in one says nothing of another.
"""

from functools import cache
from pathlib import Path

import pytest

from bot.models.outcome import PlanOutcome
from tests.wire.cases import OPENAI_PROGRAMS, Program, WithheldProgram, programs, withheld_programs
from tests.wire.exchange import Exchange, disagreements
from tests.wire.interpreters import OPENAI_NEW, OPENAI_OLD, interpreter
from tests.wire.migrate import Migrate
from tests.wire.openai_run import exchange

PROGRAMS = programs(OPENAI_PROGRAMS)
WITHHELD = withheld_programs(OPENAI_PROGRAMS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the programs find no documents."""
    return tmp_path_factory.mktemp("empty")


@pytest.fixture(scope="module", params=OPENAI_NEW)
def new_openai(request: pytest.FixtureRequest) -> Path:
    """The interpreter of a new side: the lowest release of the pack's range, then the newest measured."""
    return interpreter(request.param)


def migrated(program: Program, migrate: Migrate) -> dict[str, str]:
    """The files of a program after the migration; fails where a place of it was withheld."""
    plan = migrate({path: text.encode() for path, text in program.files.items()})
    assert [(row.path, row.line, row.symbol, row.bail) for row in plan.withheld] == []
    assert plan.written
    return program.files | {file.path: file.after.decode() for file in plan.written}


@cache
def exchange_before(name: str, folder: Path) -> Exchange:
    """What a program does on the old side; asked once, compared with every new side."""
    files = next(program.files for program in PROGRAMS if program.name == name)
    return exchange(interpreter(OPENAI_OLD), files, folder)


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.sentence for program in PROGRAMS])
def test_the_migrated_program_asks_and_prints_the_same(
    program: Program, migrate: Migrate, new_openai: Path, folder: Path
) -> None:
    before = exchange_before(program.name, folder)
    assert disagreements(before, exchange(new_openai, migrated(program, migrate), folder)) == []


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_a_program_asks_for_something_on_the_old_side(program: Program, folder: Path) -> None:
    """A program that asked for nothing, printed nothing or broke down by accident would prove nothing."""
    before = exchange_before(program.name, folder)
    assert before.outcome.raised is None
    assert len(before.requests) >= 2
    assert len(before.outcome.stdout.splitlines()) >= 2


WRONG = {
    "another argument": ("stop=None", 'stop="x"'),
    "another path": ("openai.chat.completions.create(", "openai.completions.create("),
    "another key": ('"sk-own"', '"sk-other"'),
    "another part": (".usage.total_tokens", ".usage.prompt_tokens"),
    "a request too many": ('print(ask("Who?"))', 'print(ask("Who?")); ask("Who?")'),
}


@pytest.mark.parametrize(("right", "wrong"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_rewrite_is_a_disagreement(right: str, wrong: str, migrate: Migrate, folder: Path) -> None:
    """The oracle bites: each of these rewrites is wrong in one way and is told from the right one."""
    after = migrated(next(program for program in PROGRAMS if program.name == "chat"), migrate)
    assert right in after["program.py"]
    after |= {"program.py": after["program.py"].replace(right, wrong)}
    broken = exchange(interpreter(OPENAI_NEW[-1]), after, folder)
    assert disagreements(exchange_before("chat", folder), broken) != []


@pytest.mark.parametrize("withheld", WITHHELD, ids=[each.program.sentence for each in WITHHELD])
def test_a_program_that_would_break_is_withheld(withheld: WithheldProgram, migrate: Migrate) -> None:
    """With the expected words at the expected places; it keeps its bytes."""
    plan: PlanOutcome = migrate({path: text.encode() for path, text in withheld.program.files.items()})
    assert withheld.rows
    found = {(row.path, row.line, row.symbol, row.bail) for row in plan.withheld}
    assert {(row.path, row.line, row.symbol, row.bail) for row in withheld.rows} - found == set()
    assert plan.written == ()
