"""What is remembered of places that were offered, of commits and of answers: read for the status, written by a run.

Sync; called in threads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa

from bot.models.forge import StandingComment
from bot.models.names import RepositoryId, RunId
from bot.models.offering import OfferedProposal, Offering
from bot.publish.status import AnswerShown, PlaceState
from bot.store import commits, given_answers, installations, offers, pulls, runs
from bot.store.artifacts import RunFolder
from bot.store.commits import Made
from bot.store.installations import Repository
from bot.store.offers import Offer
from bot.vocabulary import OfferState
from bot.workflows.kept_offering import kept_offering
from bot.workflows.services import Services


@dataclass(frozen=True, slots=True)
class Story:
    """What happened on a pull request; `places` by fingerprint, commits oldest first.

    `silent` tells that nothing may be said there, `spoken` that a status comment stands.
    """

    places: Mapping[str, Offer]
    commits: tuple[Made, ...]
    answers: tuple[AnswerShown, ...]
    silent: bool
    spoken: bool

    @property
    def states(self) -> dict[str, PlaceState]:
        """What the status tells of the places."""
        return {
            fingerprint: PlaceState(state=offer.state, comment_id=offer.comment_id, decided_by=offer.decided_by)
            for fingerprint, offer in self.places.items()
        }

    @property
    def declined(self) -> frozenset[str]:
        """The places that somebody declined."""
        return frozenset(key for key, offer in self.places.items() if offer.state is OfferState.REJECTED)

    def shows(self, comment: StandingComment) -> bool:
        """Whether a comment of ours shows its place as a suggestion that can be taken.

        One that was put away stays so, even where its lines read again as they did.
        """
        offer = self.places.get(comment.key)
        return not comment.outdated and (offer is None or offer.comment_id == comment.id)


@dataclass(frozen=True, slots=True)
class OfferKeeper:
    """The memory of one pull request."""

    services: Services
    repository_id: RepositoryId
    pull: int

    def offering(self, run_id: RunId) -> Offering | None:
        """What a run offers; null where it offers nothing, or is forgotten."""
        return kept_offering(self.services.artifacts, RunFolder(self.repository_id, run_id))

    def shown(self) -> tuple[Repository, Offering, Story] | None:
        """The repository, what the run offers whose result stands, and the story; null where there is no such run."""
        with self.services.database.read() as connection:
            repository = installations.repository(connection, self.repository_id)
            run = runs.shown(connection, self.repository_id, self.pull)
        if repository is None or run is None or run.run_id is None:
            return None
        offering = self.offering(run.run_id)
        return None if offering is None else (repository, offering, self.story())

    def story(self) -> Story:
        """All that the status tells beside the offering."""
        at = (self.repository_id, self.pull)
        with self.services.database.read() as connection:
            return Story(
                places=offers.of_pull(connection, *at),
                commits=tuple(commits.of_pull(connection, *at)),
                answers=tuple(AnswerShown(*answer) for answer in given_answers.told(connection, *at)),
                silent=pulls.is_muted(connection, *at),
                spoken=pulls.has_comment(connection, *at),
            )

    def note_comment(self) -> None:
        """A status comment is about to be made."""
        with self.services.database.write() as connection:
            pulls.note_comment(connection, self.repository_id, self.pull)

    def note_offered(self, offering: Offering, proposals: Sequence[OfferedProposal], live: Mapping[str, int]) -> None:
        """The run offers these places now, and no others; `live` are the comments that show one, by fingerprint."""
        now = self.services.now()
        with self.services.database.write() as connection:
            if installations.repository(connection, self.repository_id) is None:
                return
            known = offers.of_pull(connection, self.repository_id, self.pull)
            for one in proposals:
                comment_id = live.get(one.fingerprint)
                offers.put(connection, self._offered(offering, one, known.get(one.fingerprint), comment_id, now))
            offered = {one.fingerprint for one in proposals}
            for fingerprint, offer in known.items():
                if fingerprint not in offered:
                    state = self._past(connection, offer, offering)
                    offers.put(connection, replace(offer, state=state, comment_id=None, updated_at=now))

    def note_put_away(self, fingerprints: list[str]) -> None:
        """No comment shows these places any more."""
        with self.services.database.write() as connection:
            known = offers.of_pull(connection, self.repository_id, self.pull)
            for fingerprint in fingerprints:
                if fingerprint in known:
                    offers.change(connection, known[fingerprint], comment_id=None)

    def _offered(
        self, offering: Offering, one: OfferedProposal, known: Offer | None, comment_id: int | None, now: datetime
    ) -> Offer:
        """A place that somebody declined stays declined; one that was accepted and is there again is offered again."""
        declined = known if known is not None and known.state is OfferState.REJECTED else None
        return Offer(
            repository_id=self.repository_id,
            pull=self.pull,
            fingerprint=one.fingerprint,
            run_id=offering.run_id,
            number=one.number,
            state=OfferState.OFFERED if declined is None else OfferState.REJECTED,
            comment_id=comment_id if declined is None else None,
            decided_by=declined.decided_by if declined is not None else None,
            reason=declined.reason if declined is not None else None,
            updated_at=now,
        )

    def _past(self, connection: sa.Connection, offer: Offer, offering: Offering) -> OfferState:
        """What a place becomes that the newest run does not offer; what somebody decided stays decided."""
        if offer.state is not OfferState.OFFERED:
            return offer.state
        run = runs.find_by_run_id(connection, offer.run_id)
        same_head = run is not None and run.head_sha == offering.head_sha
        return OfferState.SUPERSEDED if same_head else OfferState.STALE
