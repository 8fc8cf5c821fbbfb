"""A plan with what a model proposed: guarded answers mark their rows, and accepted ones become edits of files.

A model's edit and a rule's never touch the same file: a file with a row to be asked about is not rewritten.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256

from bot.consult.provider import Reply
from bot.consult.records import Judged
from bot.models.consultation import EditProposal
from bot.models.names import RowId
from bot.models.outcome import PlanOutcome, WrittenFile
from bot.models.plan import Edit, FileEdit, Hunk
from bot.models.struct import altered
from bot.plan.patch import Stretch, file_patch
from bot.vocabulary import EditStatus


class TwoHandsError(Exception):
    """A rule and a model would change one file, which the selection rules out: a defect of ours."""


def with_proposals(plan: PlanOutcome, judged: Iterable[Judged]) -> PlanOutcome:
    """The edits of rows for which a proposal passed the guard say so; each keeps its word, and no count moves."""
    passed = {one.exchange.question.row_id for one in judged if one.passed}
    return altered(plan, edits=tuple(_proposed(edit) if edit.row_id in passed else edit for edit in plan.edits))


def with_accepted(
    plan: PlanOutcome, accepted: Mapping[str, Judged], is_executable: Callable[[str], bool]
) -> PlanOutcome:
    """The plan with the accepted proposals, one a file, behind what the rules change."""
    both = accepted.keys() & {file.path for file in plan.files}
    if both:
        raise TwoHandsError(f"rules and a model would change {', '.join(sorted(both))}")
    files, written, patches = list(plan.files), list(plan.written), [plan.patch]
    for path, one in sorted(accepted.items()):
        stretch = _stretch(_proposal(one))
        question = one.exchange.question
        files.append(model_edit(path, one.before, one.after, stretch, question.row_id, question.index))
        written.append(WrittenFile(path, one.before, one.after))
        patches.append(file_patch(path, one.before, one.after, [stretch], executable=is_executable(path)))
    counts = altered(plan.counts, files=len(files))
    return altered(plan, counts=counts, files=tuple(files), written=tuple(written), patch=b"".join(patches))


def _proposed(edit: Edit) -> Edit:
    return altered(edit, status=EditStatus.MODEL_PROPOSED, rule_id=None)


def _proposal(one: Judged) -> EditProposal:
    outcome = one.exchange.outcome
    assert isinstance(outcome, Reply)
    assert outcome.proposal is not None
    return outcome.proposal


def _stretch(proposal: EditProposal) -> Stretch:
    text = proposal.replacement
    new = text.removesuffix("\n").count("\n") + 1 if text else 0
    return replaced(proposal.start_line, proposal.end_line, new)


def replaced(first: int, last: int, new_lines: int) -> Stretch:
    """Lines `first` to `last` (1-based, inclusive) of a file that become so many others."""
    return Stretch(first - 1, last - first + 1, first - 1, new_lines)


def model_edit(path: str, before: bytes, after: bytes, stretch: Stretch, row_id: RowId, number: int) -> FileEdit:
    """A file with the accepted proposal `number` in it, which is about one row."""
    return FileEdit(
        path=path,
        before_sha256=sha256(before).hexdigest(),
        after_sha256=sha256(after).hexdigest(),
        hunks=(
            Hunk(
                old_start=stretch.old_start + 1,
                old_lines=stretch.old_lines,
                new_start=stretch.new_start + 1,
                new_lines=stretch.new_lines,
                rows=(row_id,),
                answers=(),
            ),
        ),
        rules=(),
        answers=(),
        proposals=(number,),
    )
