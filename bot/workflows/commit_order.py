"""What a commit is to hold: bytes that a run kept, or those from before a commit of ours. Nothing is computed anew.

Sync; called in threads.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bot.consult.taken import model_edit, replaced
from bot.evidence.committed import ParentRun, WrittenFile, is_needed, parent_run
from bot.evidence.run_folder import PATCH, RUN, snapshot
from bot.models.commit import EXECUTABLE, file_mode
from bot.models.conversation import Refused, WriteCommit
from bot.models.limitation import Limitation
from bot.models.names import CommitSha, RunId
from bot.models.offering import OfferedProposal, Offering
from bot.models.plan import FileEdit
from bot.models.reading import MisfitError, read_json
from bot.models.run import RunDocument
from bot.models.struct import Frozen
from bot.models.undo import UndoSkipped
from bot.plan.patch import file_patch
from bot.source.git_objects import GitObjects
from bot.source.pull_diff import PullDiff
from bot.store.artifacts import Artifacts, RunFolder
from bot.store.commits import Made
from bot.store.database import StoreError
from bot.vocabulary import CommandRefusal, CommitKind, UndoSkip
from bot.workflows.kept_offering import kept_offering

_MOST_FILE_BYTES = 1 << 24


class OrderedFile(Frozen):
    """One file of the commit; `mode` is git's, `places` how many rows are behind it (0 where that is not told)."""

    path: str
    mode: str
    before: bytes
    after: bytes
    places: int


class WriteOrder(Frozen):
    """A commit of what a run offered. `edits` say for each file what is behind it, `patch` is what it changes."""

    parent: ParentRun
    offering: Offering
    proposals: tuple[OfferedProposal, ...]
    files: tuple[OrderedFile, ...]
    edits: tuple[FileEdit, ...]
    patch: bytes

    @property
    def written(self) -> tuple[WrittenFile, ...]:
        """The files as the folder of the commit's run keeps them."""
        both = zip(self.edits, self.files, strict=True)
        return tuple(WrittenFile(edit, file.before, file.after) for edit, file in both)


class UndoOrder(Frozen):
    """A commit that takes one of ours back; `skipped` are files that hold again what they held before it."""

    run: RunDocument
    made: Made
    files: tuple[OrderedFile, ...]
    skipped: tuple[UndoSkipped, ...]


Order = WriteOrder | UndoOrder


@dataclass(frozen=True, slots=True)
class CommitOrders:
    """Makes orders from what is kept about one repository."""

    artifacts: Artifacts
    repository_id: int

    def offered(self, run_id: str, head_sha: str) -> Offering | Refused:
        """What the run has to offer on that head."""
        offering = kept_offering(self.artifacts, self._folder(run_id))
        if offering is None:
            return Refused(refusal=CommandRefusal.NO_RUN)
        return offering if offering.head_sha == head_sha else Refused(refusal=CommandRefusal.HEAD_MOVED)

    def write(self, act: WriteCommit) -> WriteOrder | Refused:
        """The files of the rules, or those of the proposals by number."""
        offering = self.offered(act.run_id, act.head_sha)
        if isinstance(offering, Refused):
            return offering
        folder = self._folder(act.run_id)
        paths = [file.path for file in self.artifacts.files_of(folder)]
        kept = {path: self.artifacts.read_file(folder, path) or b"" for path in paths if is_needed(path)}
        try:
            parent = parent_run(kept)
        except MisfitError:
            return Refused(refusal=CommandRefusal.NO_RUN)
        if act.kind is CommitKind.ACCEPT:
            return self._accepted(folder, parent, offering, act.numbers)
        return self._rewritten(folder, parent, offering)

    def undo(self, made: Made, git_dir: Path, head_sha: CommitSha) -> UndoOrder | Refused:
        """The files of one of our commits with their bytes from before, where the head still holds what was written."""
        folder = self._folder(made.run_id)
        try:
            run = read_json(RunDocument, self.artifacts.read_file(folder, RUN) or b"")
        except MisfitError:
            return Refused(refusal=CommandRefusal.NOTHING_TO_UNDO)
        edits = {edit.path: edit for edit in run.file_edits}
        standing = _standing(git_dir, head_sha, sorted(edits))
        if isinstance(standing, Refused):
            return standing
        held = {path: hash_of(file.content) for path, file in standing.items()}
        as_before = tuple(path for path in held if held[path] == edits[path].before_sha256)
        written = [path for path in held if held[path] == edits[path].after_sha256 and path not in as_before]
        if len(as_before) + len(written) < len(edits):
            changed = f"Changed since: {len(edits) - len(as_before) - len(written)} of {len(edits)}."
            return Refused(refusal=CommandRefusal.CHANGED_SINCE, detail=changed)
        if not written:
            return Refused(refusal=CommandRefusal.NOTHING_TO_UNDO)
        files = [self._restored(folder, edits[path], standing[path]) for path in written]
        skipped = tuple(UndoSkipped(path=path, reason=UndoSkip.AS_BEFORE, detail=None) for path in as_before)
        return UndoOrder(run, made, tuple(files), skipped)

    def _rewritten(self, folder: RunFolder, parent: ParentRun, offering: Offering) -> WriteOrder | Refused:
        if not offering.files:
            return Refused(refusal=CommandRefusal.NOTHING_TO_APPLY)
        files = tuple(
            OrderedFile(
                path=file.path,
                mode=file.mode,
                before=_there(self.artifacts.read_planned(folder, file.before_sha256)),
                after=_there(self.artifacts.read_planned(folder, file.after_sha256)),
                places=file.rows,
            )
            for file in offering.files
        )
        planned = {edit.path: edit for edit in parent.plan.files}
        edits = tuple(planned[file.path] for file in files)
        patch = _there(self.artifacts.read_file(folder, PATCH))
        return WriteOrder(parent, offering, (), files, edits, patch)

    def _accepted(
        self, folder: RunFolder, parent: ParentRun, offering: Offering, numbers: Sequence[int]
    ) -> WriteOrder | Refused:
        found = [one for number in numbers if (one := offering.proposal(number)) is not None]
        if len(found) < len(numbers) or not found:
            return Refused(refusal=CommandRefusal.NO_SUCH_NUMBER)
        if len({one.path for one in found}) < len(found):
            return Refused(refusal=CommandRefusal.FILE_ALREADY_CHANGED)
        proposals = tuple(sorted(found, key=lambda one: one.path))
        files = tuple(self._with_proposal(folder, one) for one in proposals)
        stretches = [replaced(one.first, one.last, _new_lines(one)) for one in proposals]
        together = list(zip(proposals, files, stretches, strict=True))
        edits = tuple(
            model_edit(f.path, f.before, f.after, lines, one.row_id, one.number) for one, f, lines in together
        )
        patches = (
            file_patch(f.path, f.before, f.after, [lines], executable=f.mode == EXECUTABLE) for _, f, lines in together
        )
        return WriteOrder(parent, offering, proposals, files, edits, b"".join(patches))

    def _with_proposal(self, folder: RunFolder, one: OfferedProposal) -> OrderedFile:
        after = _there(self.artifacts.read_proposal(folder, one.number))
        if hash_of(after) != one.after_sha256:
            raise StoreError("the bytes of a proposal are not those that were offered")
        before = _there(self.artifacts.read_planned(folder, one.before_sha256))
        return OrderedFile(path=one.path, mode=one.mode, before=before, after=after, places=1)

    def _restored(self, folder: RunFolder, edit: FileEdit, standing: "_Standing") -> OrderedFile:
        original = _there(self.artifacts.read_file(folder, snapshot("before", edit.before_sha256)))
        if hash_of(original) != edit.before_sha256:
            raise StoreError("the bytes from before a commit are not those that were there")
        return OrderedFile(path=edit.path, mode=standing.mode, before=standing.content, after=original, places=0)

    def _folder(self, run_id: str) -> RunFolder:
        return RunFolder(self.repository_id, RunId(run_id))


def holds_exactly(git_dir: Path, parent: CommitSha, sha: CommitSha, files: Sequence[OrderedFile]) -> bool:
    """Whether a commit changes these files of its parent to these bytes, and nothing else, whoever made it."""
    with PullDiff(git_dir, parent, sha, _MOST_FILE_BYTES) as diff:
        if diff.touched() != {file.path.encode() for file in files}:
            return False
    standing = _standing(git_dir, sha, [file.path for file in files])
    wanted = {file.path: _Standing(file.mode, file.after) for file in files}
    return not isinstance(standing, Refused) and standing == wanted


class _Standing(Frozen):
    """A file as the head has it now."""

    mode: str
    content: bytes


def _standing(git_dir: Path, head_sha: CommitSha, paths: Sequence[str]) -> dict[str, _Standing] | Refused:
    """The files of these paths that can be read; refused where one of them is a link or a submodule by now."""
    with closing(GitObjects(git_dir, head_sha)) as tree:
        listing = tree.listing()
        if not {one.path for one in listing.limitations}.isdisjoint(paths):
            return Refused(refusal=CommandRefusal.NOT_A_PLAIN_FILE)
        modes = {entry.path: file_mode(executable=entry.executable) for entry in listing.entries}
        read = tree.read([path for path in paths if path in modes], _MOST_FILE_BYTES)
        return {path: _Standing(modes[path], data) for path, data in read if not isinstance(data, Limitation)}


def _new_lines(one: OfferedProposal) -> int:
    return 0 if one.deletes else one.replacement.count("\n") + 1


def hash_of(data: bytes) -> str:
    """SHA-256, by which bytes are kept."""
    return sha256(data).hexdigest()


def _there(data: bytes | None) -> bytes:
    if data is None:
        raise StoreError("bytes that a run kept are gone")
    return data
