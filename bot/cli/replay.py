"""`obelize replay`: the patch of a run, made again from its commit and its packs, and compared byte for byte."""

import hashlib
from contextlib import closing
from pathlib import Path

from bot.cli.errors import CommandError
from bot.cli.finished_run import read_run, vouched
from bot.cli.local_run import run_over
from bot.cli.terminal import output
from bot.evidence.run_folder import PATCH
from bot.models.given_answer import Given, GivenAnswer
from bot.models.names import CommitSha
from bot.models.run import GitState, RunDocument, RunPack
from bot.packs.loaded import LoadedPack, PackError
from bot.packs.loader import load_pack_file
from bot.rules.engine.kinds import parameter_models
from bot.source.git_failed import GitFailed
from bot.source.git_objects import GitObjects
from bot.source.repository import find_work_tree
from bot.vocabulary import ExitCode, RunMode


def replay_command(folder: Path, repository: Path | None) -> ExitCode:
    """Compare, and say so; a patch that differs is VERIFICATION_FAILED."""
    document = _document(folder)
    _check_index(folder, document)
    packs = tuple(_pack(folder, pack) for pack in document.packs)
    git_dir, prefix = _git_dir(folder, repository)
    sha = _commit(document)
    try:
        with closing(GitObjects(git_dir, sha, prefix)) as tree:
            git = GitState(sha=sha, branch=document.git.branch, dirty=False)
            config, given = document.config, _given(document)
            finished = run_over(tree, packs, RunMode.PLAN, git, named=True, config=config, given_answers=given)
    except GitFailed as error:
        raise CommandError(f"The commit {sha} could not be read from {git_dir}: {error}") from error
    assert finished.outcome.plan is not None
    made, kept = finished.outcome.plan.patch, (folder / PATCH).read_bytes()
    if made == kept:
        output().print(f"The same patch: {len(made)} bytes, sha256 {hashlib.sha256(made).hexdigest()}")
        return ExitCode.DONE
    output().print(f"The patch differs: the run folder holds {len(kept)} bytes, replaying gives {len(made)}.")
    return ExitCode.VERIFICATION_FAILED


def _document(folder: Path) -> RunDocument:
    document = read_run(folder)
    if document.mode is RunMode.SCAN:
        raise CommandError("This run only scanned, so it has no patch to make again.")
    if document.counts.plan is None:
        raise CommandError("This run planned nothing itself. Replay the one that it looked after or took back.")
    proposals = sorted({number for edit in document.file_edits for number in edit.proposals})
    if proposals:
        came_from = f" Replay the run that it came from: {document.parent}." if document.parent is not None else ""
        numbers = ", ".join(map(str, proposals))
        raise CommandError(f"This run wrote a model's answers ({numbers}), which no rule makes again.{came_from}")
    return document


def _given(document: RunDocument) -> Given:
    """The answers that the run took."""
    return {
        one.key: GivenAnswer(one.answer, one.answered_by, insists=False)
        for one in document.questions
        if one.answer is not None and one.answered_by is not None
    }


def _commit(document: RunDocument) -> CommitSha:
    if document.git.sha is None or document.git.dirty:
        raise CommandError("This run read files that were in no commit, so it cannot be made again.")
    return CommitSha(document.git.sha)


def _check_index(folder: Path, document: RunDocument) -> None:
    """Every file is what run.json says it is."""
    for entry in document.files:
        vouched(folder, entry.path, entry.sha256)


def _pack(folder: Path, pack: RunPack) -> LoadedPack:
    try:
        return load_pack_file(folder / "packs" / pack.id / "pack.yaml", pack.source, parameter_models())
    except (PackError, OSError) as error:
        raise CommandError(f"The pack {pack.id} of the run cannot be used: {error}", ExitCode.INVALID_PACK) from error


def _git_dir(folder: Path, repository: Path | None) -> tuple[Path, str]:
    """The objects to read from, and the folder inside the commit that the run was over.

    A run folder at the terminal lies in the `.obelize/` of the folder that was scanned; the App's runs are over whole
    commits.
    """
    home = folder.resolve().parents[1:2]
    scanned = repository or (home[0].parent if home and home[0].name == ".obelize" else None)
    work_tree = find_work_tree(scanned or folder)
    if work_tree is None:
        raise CommandError(f"{scanned or folder} lies in no git work tree; name a clone with --repo.")
    return work_tree.git_dir, work_tree.prefix if scanned is not None else ""
