"""How long the lines of a file that moves may become: read from the settings of the repository's formatter."""

from collections.abc import Generator, Iterable

from bot.models.struct import altered
from bot.models.want import Analyse, Analysed, Answer, Job, Want
from bot.scan.facts import Fitted, Judgement, Replacement
from bot.scan.formatter_settings import LineLengths, governing, settings_above


def line_limits(paths: Iterable[str], listed: Iterable[str]) -> Generator[Want, Answer, dict[str, int]]:
    """Path to columns, for the paths for which a settings file says anything."""
    moving = list(paths)
    jobs = tuple(
        Job("line_lengths", file, {"name": file.rpartition("/")[2]}, LineLengths)
        for file in settings_above(moving, listed)
    )
    answers = (yield Analyse(jobs, "reading")) if jobs else ()
    assert isinstance(answers, tuple)
    found = {
        job.path: answer.result
        for job, answer in zip(jobs, answers, strict=True)
        if isinstance(answer, Analysed) and isinstance(answer.result, LineLengths)
    }
    limits = {path: governing(path, found) for path in moving}
    return {path: limit for path, limit in limits.items() if limit is not None}


def with_line_breaks(judgement: Judgement, fitted: Iterable[Fitted]) -> Judgement:
    """The judgement with the edits that its file was rewritten with."""
    return altered(judgement, replacements=fitted_edits(judgement.replacements, fitted))


def fitted_edits(replacements: Iterable[Replacement], fitted: Iterable[Fitted]) -> tuple[Replacement, ...]:
    """The edits with which a file was rewritten instead of these, in order."""
    edits = set(replacements)
    for one in fitted:
        if not edits.isdisjoint(one.instead_of):
            edits = edits.difference(one.instead_of).union(one.by)
    return tuple(sorted(edits, key=lambda e: (e.start, e.end)))
