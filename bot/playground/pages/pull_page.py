"""What the page of a pull request shows, as values; the template only lays them out."""

import re
from dataclasses import dataclass

from bot.playground.git.bare import Commit
from bot.playground.git.diffs import changes_between
from bot.playground.pages.code import AnnotatedFile, annotated_files
from bot.playground.pages.conversation import ShownComment, is_answer_expected, shown_comments
from bot.playground.pages.diff import DiffFile, diff_files
from bot.playground.pages.markdown import render_markdown
from bot.playground.pages.threads import ShownThread, shown_threads
from bot.playground.shapes import Json
from bot.playground.world.checks import CheckRun, latest
from bot.playground.world.pulls import PullRequest
from bot.playground.world.world import World

_LINK = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ShownRun:
    """One check. `look` is a conclusion, or the status of a run that has none yet."""

    run: CheckRun
    look: str
    symbol: str
    words: str
    summary: str
    text: str
    details_url: str | None
    files: tuple[AnnotatedFile, ...]
    can_rerun: bool
    actions: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class PullPage:
    """Everything on the page. `older` are runs that a newer one of the same name replaced, and runs on older heads."""

    pull: PullRequest
    body: str
    commits: tuple[Commit, ...]
    comments: tuple[ShownComment, ...]
    threads: tuple[ShownThread, ...]
    runs: tuple[ShownRun, ...]
    older: tuple[ShownRun, ...]
    files: tuple[DiffFile, ...]
    additions: int
    deletions: int
    waiting: bool


_LOOKS = {
    "success": ("✓", "Successful"),
    "failure": ("✕", "Failing"),
    "timed_out": ("✕", "Timed out"),
    "action_required": ("!", "Action required"),
    "neutral": ("■", "Neutral"),
    "skipped": ("⊘", "Skipped"),
    "cancelled": ("⊘", "Cancelled"),
    "in_progress": ("●", "In progress"),
    "queued": ("○", "Queued"),
}


async def pull_page(pull: PullRequest, world: World) -> PullPage:
    """Reads the world and git for one page."""
    git = pull.repository.git
    base = await git.merge_base(pull.base_sha, pull.head_sha)
    commits = [] if base is None else await git.commits_between(base, pull.head_sha)
    changes = [] if base is None else await changes_between(git, base, pull.head_sha)
    newest = latest(world.checks.runs_on(pull.repository, pull.head_sha))
    newest.sort(key=lambda run: run.app is not world.app)
    rest = [run for sha in reversed(pull.heads) for run in world.checks.runs_on(pull.repository, sha)]
    annotations = [each for run in newest for each in run.annotations]
    mine = [run for run in newest if run.app is world.app]
    return PullPage(
        pull=pull,
        body=render_markdown(pull.body or ""),
        commits=tuple(commits),
        comments=shown_comments(pull, world),
        threads=tuple(shown_threads(pull, world)),
        runs=tuple([await _shown(run, world) for run in newest]),
        older=tuple([await _shown(run, world) for run in rest if run not in newest]),
        files=tuple(diff_files(changes, annotations)),
        additions=sum(change.additions for change in changes),
        deletions=sum(change.deletions for change in changes),
        waiting=pull.state == "open" and (not mine or any(map(_is_expected, mine)) or is_answer_expected(pull, world)),
    )


def _is_expected(run: CheckRun) -> bool:
    """Whether more is to come: the run is not finished, or somebody asked for it again."""
    return run.status != "completed" or run.suite.rerequested


async def _shown(run: CheckRun, world: World) -> ShownRun:
    look = run.conclusion or run.status
    symbol, words = _LOOKS.get(look, ("?", look))
    return ShownRun(
        run=run,
        look=look,
        symbol=symbol,
        words=words,
        summary=render_markdown(run.summary or ""),
        text=render_markdown(run.text or ""),
        details_url=run.details_url if _LINK.match(run.details_url) else None,
        files=tuple(await annotated_files(run.suite.repository.git, run.suite.head_sha, run.annotations)),
        can_rerun=run.app is world.app and run.status == "completed",
        actions=tuple(run.actions) if run.status == "completed" else (),
    )
