"""Annotations at their lines of code, as the Checks part shows them."""

from collections import defaultdict
from dataclasses import dataclass

from bot.playground.git.bare import BareRepository
from bot.playground.world.checks import Annotation

AROUND = 3
"""Lines of code shown on either side of an annotated one."""

_LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class CodeLine:
    """One line and the annotations that end on it; `marked` when one covers it."""

    number: int
    text: str
    marked: bool
    annotations: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class AnnotatedFile:
    """The annotated stretches of one file, and what could not be placed on a line of it."""

    path: str
    stretches: tuple[tuple[CodeLine, ...], ...]
    elsewhere: tuple[Annotation, ...]

    @property
    def count(self) -> int:
        """How many annotations the file has."""
        shown = sum(len(line.annotations) for stretch in self.stretches for line in stretch)
        return shown + len(self.elsewhere)


async def annotated_files(git: BareRepository, sha: str, annotations: list[Annotation]) -> list[AnnotatedFile]:
    """One entry a file, in the order of the paths."""
    by_path: defaultdict[str, list[Annotation]] = defaultdict(list)
    for annotation in annotations:
        by_path[annotation.path].append(annotation)
    return [annotated_file(path, await _lines(git, sha, path), by_path[path]) for path in sorted(by_path)]


def annotated_file(path: str, lines: list[str], annotations: list[Annotation]) -> AnnotatedFile:
    """Cuts the file to the stretches around its annotations."""
    ending: defaultdict[int, list[Annotation]] = defaultdict(list)
    elsewhere = [each for each in annotations if each.end_line > len(lines)]
    for annotation in annotations:
        if annotation.end_line <= len(lines):
            ending[annotation.end_line].append(annotation)
    placed = [each for found in ending.values() for each in found]
    covered = {number for each in placed for number in range(each.start_line, each.end_line + 1)}
    shown = {near for number in covered for near in range(number - AROUND, number + AROUND + 1)}
    stretches = tuple(
        tuple(_line(number, lines, number in covered, ending[number]) for number in numbers)
        for numbers in _runs(sorted(number for number in shown if 1 <= number <= len(lines)))
    )
    return AnnotatedFile(path, stretches, tuple(elsewhere))


def _line(number: int, lines: list[str], marked: bool, annotations: list[Annotation]) -> CodeLine:
    return CodeLine(number, lines[number - 1][:_LONGEST_LINE], marked, tuple(annotations))


def _runs(numbers: list[int]) -> list[list[int]]:
    """Consecutive numbers grouped."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


async def _lines(git: BareRepository, sha: str, path: str) -> list[str]:
    entry = await git.entry(sha, path)
    if entry is None or entry.kind != "blob":
        return []
    return (await git.blob(entry.sha)).decode("utf-8", "replace").removesuffix("\n").split("\n")
