"""The program before on the old library and the program after on the new one do the same."""

from functools import cache
from pathlib import Path

import pytest

from bot.models.outcome import PlanOutcome
from tests.wire.cases import Program, WithheldProgram, programs, withheld_programs
from tests.wire.interpreters import NEW_NEWEST, OLD, OLD_1, interpreter
from tests.wire.migrate import Migrate
from tests.wire.run import Outcome, differences, run

PROGRAMS = programs()
WITHHELD = withheld_programs()


@pytest.fixture(scope="module")
def plan(migrate: Migrate) -> PlanOutcome:
    """What Obelize plans for all the programs, in one tree."""
    files = {f"moves/{program.name}.py": program.text.encode() for program in PROGRAMS}
    files |= {f"stays/{each.program.name}.py": each.program.text.encode() for each in WITHHELD}
    return migrate(files)


def migrated(program: Program, plan: PlanOutcome) -> str:
    """The program after the migration; fails where a place of it was withheld."""
    path = f"moves/{program.name}.py"
    assert [(row.line, row.symbol, row.bail) for row in plan.withheld if row.path == path] == []
    (after,) = [file.after.decode() for file in plan.written if file.path == path]
    return after


@cache
def outcome_before(python: Path, name: str, documents: Path) -> Outcome:
    """What a program does on the old side; asked once, compared with every new side."""
    text = next(program.text for program in PROGRAMS if program.name == name)
    return run(python, text, documents)


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.sentence for program in PROGRAMS])
def test_the_migrated_program_does_the_same(
    program: Program, plan: PlanOutcome, old_python: Path, new_python: Path, document_folder: Path
) -> None:
    before = outcome_before(old_python, program.name, document_folder)
    after = run(new_python, migrated(program, plan), document_folder)
    assert differences(before, after) == []


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.name for program in PROGRAMS])
def test_a_program_shows_something_on_the_old_side(program: Program, old_python: Path, document_folder: Path) -> None:
    """A program that printed nothing, or broke down by accident, would prove nothing."""
    before = outcome_before(old_python, program.name, document_folder)
    assert len(before.stdout.splitlines()) >= 2
    assert before.raised == ("PdfReadError" if program.name == "damaged_files" else None)


WRONG = {
    "another page": ("reader.pages[0:2]", "reader.pages[1:3]"),
    "another exception": ("for name in [", "raise ValueError(0)\nfor name in ["),
    "one line less": ("print(len(text.split()), text.count", "(len(text.split()), text.count"),
    "the old library": ("import pypdf", "import PyPDF2 as pypdf"),
    "a module that does not exist": ("import pypdf", "import pypdf.gone, pypdf"),
}


@pytest.mark.parametrize(("right", "wrong"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_rewrite_is_a_difference(
    right: str, wrong: str, plan: PlanOutcome, old_python: Path, document_folder: Path
) -> None:
    """The oracle bites: each of these rewrites is wrong in one way and is told from the right one."""
    program = next(program for program in PROGRAMS if program.name == "read_text")
    after = migrated(program, plan)
    assert right in after
    before = outcome_before(old_python, program.name, document_folder)
    broken = run(interpreter(NEW_NEWEST), after.replace(right, wrong), document_folder)
    assert differences(before, broken) != []


@pytest.mark.parametrize("withheld", WITHHELD, ids=[each.program.sentence for each in WITHHELD])
def test_a_program_that_would_break_is_withheld(withheld: WithheldProgram, plan: PlanOutcome) -> None:
    """With the expected words at the expected places; it keeps its bytes."""
    path = f"stays/{withheld.program.name}.py"
    assert withheld.rows
    found = {(row.line, row.symbol, row.bail) for row in plan.withheld if row.path == path}
    assert {(row.line, row.symbol, row.bail) for row in withheld.rows} - found == set()
    assert path not in {file.path for file in plan.written}


RUN_ON_1 = {
    *("changed_after_adding", "merged_reader_changed", "merger_writes_twice", "old_subclass", "old_uses"),
    *("other_receiver", "same_page_each_round", "stamped_and_read_again", "stamped_for_itself"),
}
"""Written for the names of PyPDF2 1.x, which 3.0.1 refuses: their old side is 1.28.6."""

HARMLESS_HERE = {
    "page_numbers": "every destination of this document has a page; the difference is one of the pack's facts",
    "star_import": "nothing is wrong with this one, but nobody can see that",
    "subclass": "this subclass happens to work",
    "unknown_names": "ends on both sides at a name that neither has",
    "unresolved_receiver": "only defines functions",
}


@pytest.mark.parametrize(
    "withheld", WITHHELD, ids=[f"{each.program.name} is withheld for a reason" for each in WITHHELD]
)
def test_renaming_alone_breaks_what_is_withheld(withheld: WithheldProgram, document_folder: Path) -> None:
    """With the module's name replaced and nothing else, the program does something else, or `HARMLESS_HERE` says why."""
    text = withheld.program.text
    before = run(interpreter(OLD_1 if withheld.program.name in RUN_ON_1 else OLD), text, document_folder)
    after = run(interpreter(NEW_NEWEST), text.replace("PyPDF2", "pypdf"), document_folder)
    assert before.raised is None or withheld.program.name in HARMLESS_HERE
    assert (differences(before, after) == []) == (withheld.program.name in HARMLESS_HERE)
