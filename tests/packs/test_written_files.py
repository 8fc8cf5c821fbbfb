"""What holds of every file that a run writes, whatever the rule: over the examples of all packs and the wire programs."""

import ast
import difflib
import io
import tokenize
from collections.abc import Iterator, Mapping

import pytest
import yaml

from bot.models.outcome import PlanOutcome
from bot.models.plan import Hunk
from tests.packs.fixture_cases import fixture_cases
from tests.wire.cases import GEMINI_PROGRAMS, OLD_PROGRAMS, OPENAI_PROGRAMS, PROGRAMS, programs
from tests.wire.migrate import Migrate


def trees() -> dict[str, dict[str, bytes]]:
    """Every tree in which something moves, by a name."""
    found: dict[str, dict[str, bytes]] = {}
    found |= {f"{case.pack}: {case.name}": dict(case.before) for case in fixture_cases() if case.after}
    staying = yaml.safe_load((GEMINI_PROGRAMS / "waiting.yaml").read_text())["stays"]
    for home in (PROGRAMS, OLD_PROGRAMS, OPENAI_PROGRAMS, GEMINI_PROGRAMS):
        for one in (one for one in programs(home) if one.name not in staying):
            found[f"{home.name}: {one.name}"] = {path: text.encode() for path, text in one.files.items()}
    for folder in sorted(OPENAI_PROGRAMS.with_name("openai_tests").iterdir()):
        found[f"openai_tests: {folder.name}"] = {path.name: path.read_bytes() for path in folder.glob("*.py")}
    return found


TREES = trees()
every_tree = pytest.mark.parametrize("files", TREES.values(), ids=TREES.keys())


def lines_of(data: bytes) -> list[str]:
    return text_of(data).split("\n")


def text_of(data: bytes) -> str:
    return data.decode(tokenize.detect_encoding(io.BytesIO(data).readline)[0])


def touched(before: list[str], after: list[str]) -> Iterator[tuple[int, int]]:
    """The stretches of old lines that are not the same any more, 1-based, the end not included."""
    for tag, start, end, _, _ in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield start + 1, end + 1


def is_within(start: int, end: int, hunk: Hunk) -> bool:
    """An insertion stands before its first line, or at the end of the lines of its hunk."""
    first, last = hunk.old_start, hunk.old_start + hunk.old_lines
    return first <= start and end <= max(last, first + 1)


@every_tree
def test_a_touched_line_holds_a_planned_edit(files: Mapping[str, bytes], migrate: Migrate) -> None:
    plan = migrate(files)
    hunks = {file.path: file.hunks for file in plan.files}
    auto = {edit.row_id for edit in plan.edits if edit.reason is None}
    assert plan.written
    for file in plan.written:
        for start, end in touched(lines_of(file.before), lines_of(file.after)):
            assert any(is_within(start, end, hunk) for hunk in hunks[file.path]), (file.path, start, end)
        assert all(hunk.rows and {*hunk.rows} <= auto for hunk in hunks[file.path])


@every_tree
def test_a_second_run_changes_nothing(files: Mapping[str, bytes], migrate: Migrate) -> None:
    after = {**files, **{file.path: file.after for file in migrate(files).written}}
    again = migrate(after)
    assert [file.path for file in again.written if file.path.endswith(".py")] == []


def comments(text: str) -> list[str]:
    found = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in found if token.type == tokenize.COMMENT]


def with_comments(data: bytes) -> bytes:
    """A comment at the end of every line that can have one."""
    text, encoding = text_of(data), tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    lines = text.split("\n")
    ends = {
        token.start[0] - 1
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type in {tokenize.NEWLINE, tokenize.NL} and "#" not in token.line
    }
    told = [f"{line}  # {number}" if number in ends and line.strip() else line for number, line in enumerate(lines)]
    return "\n".join(told).encode(encoding)


@every_tree
def test_no_comment_is_lost(files: Mapping[str, bytes], migrate: Migrate) -> None:
    """With a comment behind every line: where a rule has no place for one it leaves the file, and else none is gone."""
    commented = {path: with_comments(data) if path.endswith(".py") else data for path, data in files.items()}
    for path, data in files.items():
        if path.endswith(".py"):
            assert ast.dump(ast.parse(data)) == ast.dump(ast.parse(commented[path]))
    plan = migrate(commented)
    for file in plan.written:
        if file.path.endswith(".py"):
            assert sorted(comments(text_of(file.after))) == sorted(comments(text_of(file.before)))


def moved(plan: PlanOutcome) -> dict[str, list[str]]:
    """The statements of each written file; an import that stands twice, for a comment behind it, counts once."""
    files = {file.path: ast.parse(file.after).body for file in plan.written if file.path.endswith(".py")}
    return {path: list(dict.fromkeys(map(ast.dump, body))) for path, body in files.items()}


@every_tree
def test_a_comment_changes_nothing_of_what_is_written(files: Mapping[str, bytes], migrate: Migrate) -> None:
    commented = {path: with_comments(data) if path.endswith(".py") else data for path, data in files.items()}
    plain, told = moved(migrate(files)), moved(migrate(commented))
    assert {path: plain[path] for path in told} == told


def test_comments_move_along_in_most_programs(migrate: Migrate) -> None:
    """The properties above would hold of a tool that writes nothing."""
    kept = 0
    for files in TREES.values():
        commented = {path: with_comments(data) if path.endswith(".py") else data for path, data in files.items()}
        kept += bool([file for file in migrate(commented).written if file.path.endswith(".py")])
    assert kept >= len(TREES) // 2
