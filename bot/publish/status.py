"""The status comment of a pull request, as values: what the newest run offers, and what became of it since.

The template `comment/status.md.j2` makes the words. Texts of a model and of people are shown as code only.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from bot.models.offering import OfferedProposal, OfferedTurn, Offering, OpenQuestion
from bot.models.struct import Frozen
from bot.safe_text import displayable
from bot.vocabulary import CommitKind, OfferState, VerifyReason, VerifyStatus

MOST_ROWS = 20
"""How many proposals, commits and answers the comment lists; the run page has all."""

MOST_QUESTIONS = 8

LONGEST_REASON = 1_500
_LONGEST_PATCH = 3_000
_TOGETHER = 20_000
"""Characters of patches and reasons."""
_SHORT_SHA = 7
_MOST_ANSWERS = 5


class PlaceState(Frozen):
    """What became of an offered place. `comment_id` is of the review comment that shows it as a suggestion."""

    state: OfferState
    comment_id: int | None
    decided_by: str | None


class CommitShown(Frozen):
    """A commit of Obelize on the pull request; `numbers` are those of accepted proposals, `record_url` is the page of
    the run that made it or, once there is a verdict, of the one that asked for that.
    """

    sha: str
    kind: CommitKind
    speaker: str
    numbers: tuple[int, ...]
    verdict: VerifyStatus | None
    verdict_reason: VerifyReason | None
    record_url: str


class AnswerShown(Frozen):
    """An answer that somebody gave by comment."""

    key: str
    value: str
    by: str


class PullAddress(Frozen):
    """Where GitHub shows the pull request; `web_url` has no slash at its end."""

    web_url: str
    full_name: str
    pull: int

    @property
    def repository(self) -> str:
        """The repository's page."""
        return f"{self.web_url}/{self.full_name}"

    def lines(self, sha: str, path: str, first: int, last: int) -> str:
        """The lines of a file at a commit."""
        return f"{self.repository}/blob/{sha}/{quote(path, safe='/')}#L{first}-L{last}"

    def commit(self, sha: str) -> str:
        """A commit of the pull request."""
        return f"{self.repository}/pull/{self.pull}/commits/{sha}"

    def review_comment(self, comment_id: int) -> str:
        """A comment at a line."""
        return f"{self.repository}/pull/{self.pull}#discussion_r{comment_id}"


class ShownProposal(Frozen):
    """A row of the table; `suggestion` leads to the suggestion, `patch` stands below where there is none.

    `patch` is null where the suggestion shows it, where nobody waits for it, and where it is too long for a comment.
    """

    proposal: OfferedProposal
    where: str
    link: str
    state: OfferState
    decided_by: str | None
    suggestion: str | None
    patch: str | None

    @property
    def waits(self) -> bool:
        """Whether a person can still decide about it."""
        return self.state is OfferState.OFFERED

    @property
    def reason(self) -> str:
        """The model's reason, cut where it is long."""
        return shown_reason(self.proposal)


class ShownTurn(Frozen):
    """A turn of the relay that waits: what it says, null where only its file does, and what to answer it with."""

    turn: OfferedTurn
    file_url: str

    @property
    def form(self) -> str:
        """The comment that brings a reply, to be filled in."""
        return f'/obelize reply\n```json\n{{"turn": "{self.turn.turn}", …}}\n```'


class ShownQuestion(Frozen):
    """A question that waits, and what to type for each of its answers."""

    sentence: str
    lines: str


class Status(Frozen):
    """Everything that the template needs; `waits` counts the proposals that wait for a person, listed or not."""

    offering: Offering
    waits: int
    proposals: tuple[ShownProposal, ...]
    commits: tuple[CommitShown, ...]
    answers: tuple[AnswerShown, ...]
    address: PullAddress
    details_url: str
    turn: ShownTurn | None = None

    @property
    def waiting(self) -> tuple[ShownProposal, ...]:
        """Those of them that are listed."""
        return tuple(shown for shown in self.proposals if shown.waits)

    @property
    def questions(self) -> tuple[ShownQuestion, ...]:
        """The questions that are listed."""
        return tuple(ShownQuestion(one.sentence, answer_lines(one)) for one in self.offering.questions[:MOST_QUESTIONS])

    @property
    def head(self) -> str:
        """The head that was read, short."""
        return self.offering.head_sha[:_SHORT_SHA]

    @property
    def broken(self) -> CommitShown | None:
        """The newest commit, if the repository's own checks say that it broke something and nothing came after it."""
        newest = self.commits[-1] if self.commits else None
        if newest is None or newest.verdict is not VerifyStatus.FAIL:
            return None
        return newest if newest.sha == self.offering.head_sha else None


def status_of(
    offering: Offering,
    places: Mapping[str, PlaceState],
    commits: Sequence[CommitShown],
    answers: Sequence[AnswerShown],
    address: PullAddress,
    details_url: str,
    turn_url: str = "",
) -> Status:
    """The status by a run's offering; `places` by fingerprint, `commits` oldest first. `turn_url` is where the turn is
    that waits, where one does.
    """
    room = _TOGETHER
    shown: list[ShownProposal] = []
    for proposal in offering.proposals[:MOST_ROWS]:
        one = _shown(proposal, offering, places, address, room)
        room -= len(one.patch) + len(one.reason) if one.patch is not None else 0
        shown.append(one)
    states = [_state(proposal, places) for proposal in offering.proposals]
    return Status(
        offering=offering,
        waits=states.count(OfferState.OFFERED),
        proposals=tuple(shown),
        commits=tuple(commits[-MOST_ROWS:]),
        answers=tuple(answers[:MOST_ROWS]),
        address=address,
        details_url=details_url,
        turn=ShownTurn(offering.turn, turn_url) if offering.turn is not None else None,
    )


def proposal_patch(proposal: OfferedProposal) -> str:
    """The lines before and after, as a diff shows them."""
    removed = [f"-{line}" for line in proposal.replaces.split("\n")]
    added = [] if proposal.deletes else [f"+{line}" for line in proposal.replacement.split("\n")]
    return "\n".join([*removed, *added])


def answer_lines(question: OpenQuestion) -> str:
    """What to type for each answer, a line each, of the first few."""
    return "\n".join(f"/obelize answer {question.key} {value}" for value in question.allowed[:_MOST_ANSWERS])


def shown_reason(proposal: OfferedProposal) -> str:
    """The model's reason for people, cut where it is long."""
    reason = displayable(proposal.rationale).strip()
    return reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…"


def _state(proposal: OfferedProposal, places: Mapping[str, PlaceState]) -> OfferState:
    """A place of which nothing is known yet is about to be offered."""
    place = places.get(proposal.fingerprint)
    return place.state if place is not None else OfferState.OFFERED


def _shown(
    proposal: OfferedProposal, offering: Offering, places: Mapping[str, PlaceState], address: PullAddress, room: int
) -> ShownProposal:
    place, state = places.get(proposal.fingerprint), _state(proposal, places)
    comment_id = place.comment_id if place is not None else None
    patch = proposal_patch(proposal)
    wanted = state is OfferState.OFFERED and comment_id is None and len(patch) <= min(_LONGEST_PATCH, room)
    return ShownProposal(
        proposal=proposal,
        where=f"{proposal.path}:{proposal.line}",
        link=address.lines(offering.head_sha, proposal.path, proposal.first, proposal.last),
        state=state,
        decided_by=place.decided_by if place is not None else None,
        suggestion=address.review_comment(comment_id) if comment_id is not None else None,
        patch=patch if wanted else None,
    )
