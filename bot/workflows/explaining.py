"""What is told of a proposal, and of what a model was sent: read from what the run kept, nothing is asked anew. Sync.

Texts of a model and of the repository are shown as code, in templates.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.consult.prompt import messages
from bot.models.command_steps import Carried
from bot.models.consultation import Consultation
from bot.models.conversation import Refused
from bot.models.model_records import ProposalRecord, proposal_path
from bot.models.names import RepositoryId, RunId
from bot.models.offering import OfferedProposal, Offering
from bot.models.reading import read, read_json
from bot.models.run import Withheld
from bot.publish.status import proposal_patch, shown_reason
from bot.render import render_text
from bot.store import offers
from bot.store.artifacts import RunFolder
from bot.store.offers import Offer
from bot.vocabulary import CommandRefusal, ConsultSkip, NotAsked
from bot.workflows.analysis import CONSULTATIONS
from bot.workflows.offer_keeping import OfferKeeper
from bot.workflows.services import Services

MOST_SHOWN = 40
"""Questions in one table; the run page has all of them."""


@dataclass(frozen=True, slots=True)
class Explaining:
    """Of one run on one pull request."""

    services: Services
    repository_id: RepositoryId
    pull: int
    run_id: RunId

    def proposal(self, number: int) -> Carried | Refused:
        """All that is known of the question of that number and of what came back."""
        record, offering = self._record(number), self._offering()
        if record is None or offering is None:
            return Refused(refusal=CommandRefusal.NO_SUCH_NUMBER)
        proposal = offering.proposal(number)
        text = render_text(
            "comment/explain.md.j2",
            record=record,
            host=offering.model_host,
            head=offering.head_sha,
            patch=proposal_patch(proposal) if proposal is not None else None,
            reason=shown_reason(proposal) if proposal is not None else None,
            offer=self._offer(proposal) if proposal is not None else None,
            details_url=self.services.links.address(self.run_id),
        )
        return Carried(markdown=text.strip())

    def context(self, number: int | None) -> Carried | Refused:
        """What was sent with the question of that number, or which questions there were."""
        questions = self._questions()
        wanted = [one for one in questions if number in {None, one.index}]
        if number is not None and not wanted:
            return Refused(refusal=CommandRefusal.NO_SUCH_NUMBER)
        one = wanted[0] if len(wanted) == 1 else None
        offering = self._offering()
        text = render_text(
            "comment/context.md.j2",
            questions=questions[:MOST_SHOWN],
            more=max(0, len(questions) - MOST_SHOWN),
            one=one,
            sent=[message["content"] for message in messages(one)] if one is not None else None,
            record=self._record(one.index) if one is not None else None,
            model=offering.model if offering is not None else None,
            host=offering.model_host if offering is not None else None,
            unasked=self._unasked(),
            details_url=self.services.links.address(self.run_id),
        )
        return Carried(markdown=text.strip())

    @property
    def _folder(self) -> RunFolder:
        return RunFolder(self.repository_id, self.run_id)

    def _offering(self) -> Offering | None:
        return OfferKeeper(self.services, self.repository_id, self.pull).offering(self.run_id)

    def _record(self, number: int) -> ProposalRecord | None:
        data = self.services.artifacts.read_file(self._folder, proposal_path(number))
        return None if data is None else read_json(ProposalRecord, data)

    def _questions(self) -> Sequence[Consultation]:
        data = self.services.artifacts.read_questions(self._folder)
        return () if data is None else CONSULTATIONS.validate_json(data)

    def _offer(self, proposal: OfferedProposal) -> Offer | None:
        with self.services.database.read() as connection:
            return offers.of_pull(connection, self.repository_id, self.pull).get(proposal.fingerprint)

    def _unasked(self) -> list[tuple[ConsultSkip | NotAsked, int]]:
        """Why the other rows were not asked about, by word."""
        data = self.services.artifacts.read_file(self._folder, "run.json")
        rows = [read(Withheld, row) for row in json.loads(data)["withheld"]] if data is not None else []
        counts = Counter(row.skip or row.not_asked for row in rows)
        return [(word, n) for word, n in sorted(counts.items(), key=str) if word is not None]
