"""Programs in the names of PyPDF2 1.x, on the releases that have those names, do the same once they are rewritten."""

import pytest

from bot.models.outcome import PlanOutcome
from tests.wire.cases import OLD_PROGRAMS, Program, programs
from tests.wire.document_folder import documents
from tests.wire.interpreters import NEW, OLD_1, OLD_2, interpreter
from tests.wire.migrate import Migrate
from tests.wire.run import Outcome, differences, run

PROGRAMS = programs(OLD_PROGRAMS)
ONLY_ON_1 = {
    "errors": "the module utils",
    "modules": "the modules pdf, utils and merger",
    "stamping": "the module pdf",
    "strictness": "the module utils",
}
"""What PyPDF2 2 has lost already, though the other names of 1.x still work there."""

RUNS = [
    (program, old) for program in PROGRAMS for old in (OLD_1, OLD_2) if old == OLD_1 or program.name not in ONLY_ON_1
]
IDS = [f"{program.sentence} ({old})" for program, old in RUNS]


@pytest.fixture(scope="module")
def plan(migrate: Migrate) -> PlanOutcome:
    """What Obelize plans for all the programs, in one tree."""
    return migrate({f"{program.name}.py": program.text.encode() for program in PROGRAMS})


@pytest.fixture(scope="module")
def after(plan: PlanOutcome) -> dict[tuple[str, str], Outcome]:
    """What each rewritten program does on each new side."""
    texts = {file.path.removesuffix(".py"): file.after.decode() for file in plan.written}
    return {(name, new): run(interpreter(new), text, documents()) for name, text in texts.items() for new in NEW}


def test_nothing_is_withheld(plan: PlanOutcome) -> None:
    assert [(row.path, row.line, row.symbol, row.bail) for row in plan.withheld] == []


@pytest.mark.parametrize(("program", "old"), RUNS, ids=IDS)
def test_the_migrated_program_does_the_same(program: Program, old: str, after: dict[tuple[str, str], Outcome]) -> None:
    before = run(interpreter(old), program.text, documents())
    assert before.raised is None
    assert len(before.stdout.splitlines()) >= 2
    assert {new: differences(before, after[program.name, new]) for new in NEW} == {new: [] for new in NEW}
