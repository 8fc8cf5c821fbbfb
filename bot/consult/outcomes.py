"""What became of a question: the first of eight that holds, answer before run, permission before placement."""

from dataclasses import dataclass

from bot.vocabulary import ProposalOutcome


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides the outcome of one question.

    `answered`: the endpoint gave an answer that can be read. `proposed`: and it was not null. `passed`: the guard let
    it through. `run_wrote`: the run was to write, on somebody's command. `accepted`: somebody accepted this one.
    `file_taken`: an earlier accepted proposal of the run holds the file. `write_refused`: the write failed.
    """

    answered: bool
    proposed: bool = False
    passed: bool = False
    run_wrote: bool = False
    accepted: bool = False
    file_taken: bool = False
    write_refused: bool = False


def outcome_of(standing: Standing) -> ProposalOutcome:
    """Exactly one word, whatever the standing."""
    if not standing.answered:
        return ProposalOutcome.UNANSWERED
    if not standing.proposed:
        return ProposalOutcome.NOTHING_PROPOSED
    if not standing.passed:
        return ProposalOutcome.GUARD_REFUSED
    if not standing.run_wrote:
        return ProposalOutcome.NOT_APPLIED
    if not standing.accepted:
        return ProposalOutcome.NOT_ACCEPTED
    if standing.file_taken:
        return ProposalOutcome.FILE_ALREADY_PROPOSED
    return ProposalOutcome.WRITE_REFUSED if standing.write_refused else ProposalOutcome.WRITTEN
