"""What is kept of a commit: the run folder that names its parent, its row, and what became of the places it wrote.

Sync; called in threads. Everything here may be done twice.
"""

import datetime as dt
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from bot.evidence.archive import zip_archive
from bot.evidence.committed import CommitFacts, committed_folder
from bot.evidence.run_folder import REPORT, UNDO, RunFacts, child_run_folder, snapshot
from bot.evidence.timings import milliseconds, timings
from bot.models.conversation import CommandPlace, Committed
from bot.models.document import FORMAT_VERSION, document
from bot.models.names import CommitSha, RunId
from bot.models.offering import OfferedPack, OfferedProposal, Offering
from bot.models.run import GitState, Timings, Trigger
from bot.models.undo import UndoDocument
from bot.publish.commit_message import Changed, CommitText, Person
from bot.render import render_text
from bot.store import commits, offers
from bot.store.artifacts import RunFolder
from bot.store.commits import Made
from bot.store.offers import Offer
from bot.vocabulary import CommitKind, ExitCode, OfferState, RunMode
from bot.workflows.commit_order import Order, OrderedFile, UndoOrder, WriteOrder, hash_of
from bot.workflows.kept_offering import kept_offering
from bot.workflows.services import Services


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """Of the commit that one command asks for; `started_at` is when it was taken up."""

    services: Services
    at: CommandPlace
    run_id: RunId
    started_at: dt.datetime

    def keep(self, order: Order, sha: CommitSha, before_sha: CommitSha, branch: str) -> Committed:
        """Keep the folder, then the row and the offers together; the folder of an earlier try stays as it is."""
        folder = RunFolder(self.at.repository_id, self.run_id)
        artifacts = self.services.artifacts
        if artifacts.read_archive(folder) is None:
            files = self._folder(order, sha, before_sha, branch)
            artifacts.put_run(folder, files, zip_archive(self.run_id, files))
        made = self._row(order, sha, before_sha)
        offering = self._offering(order)
        with self.services.database.write() as connection:
            commits.put(connection, made)
            # What other CI says before this row is there is nobody's commit to whoever hears it.
            settle = self.services.settings.settle_seconds
            self.services.enqueuer.verdict(connection, made.repository_id, made.sha, "made", settle)
            if offering is not None:
                self._note_offers(connection, order, offering)
        return told(made)

    def text(self, order: Order) -> CommitText:
        """What the commit's message tells."""
        speaker = self.at.speaker
        proposals = order.proposals if isinstance(order, WriteOrder) else ()
        return CommitText(
            kind=kind_of(order),
            run_id=self.run_id,
            parent=_parent(order),
            packs=_packs(order),
            numbers=_numbers(order),
            proposals=tuple(one.after_sha256 for one in proposals),
            changed=tuple(Changed(file.path, file.places) for file in order.files),
            by=Person(speaker.id, speaker.login, self.at.permission),
        )

    def _row(self, order: Order, sha: CommitSha, before_sha: CommitSha) -> Made:
        return Made(
            repository_id=self.at.repository_id,
            sha=sha,
            pull=self.at.pull,
            kind=kind_of(order),
            run_id=self.run_id,
            parent_run_id=_parent(order),
            before_sha=before_sha,
            command_id=self.at.command_id,
            speaker=self.at.speaker.login,
            numbers=_numbers(order),
            verdict=None,
            verdict_reason=None,
            verdict_run_id=None,
            created_at=self.services.now(),
        )

    def _folder(self, order: Order, sha: CommitSha, before_sha: CommitSha, branch: str) -> dict[str, bytes]:
        report = render_text(
            "report/commit.md.j2",
            kind=kind_of(order),
            sha=sha,
            before_sha=before_sha,
            speaker=self.at.speaker.login,
            permission=self.at.permission,
            parent=_parent(order),
            numbers=_numbers(order),
            paths=[file.path for file in order.files],
        )
        trigger = self._trigger(order, before_sha)
        if isinstance(order, UndoOrder):
            return self._undo_folder(order, report, trigger, GitState(sha=before_sha, branch=branch, dirty=False))
        model = order.parent.run.model
        facts = CommitFacts(
            run_id=self.run_id,
            trigger=trigger,
            python=platform.python_version(),
            platform=platform.system(),
            # No model is asked here; the parent's answers are repeated with what became of them.
            timings=self._timings(model_ms=0 if model is not None else None),
            accepted=frozenset(one.number for one in order.proposals),
            patch=order.patch,
        )
        return committed_folder(order.parent, facts, order.written, report)

    def _undo_folder(self, order: UndoOrder, report: str, trigger: Trigger, git: GitState) -> dict[str, bytes]:
        record = UndoDocument(
            version=FORMAT_VERSION,
            undone=order.made.run_id,
            restored=tuple(file.path for file in order.files),
            skipped=order.skipped,
        )
        facts = RunFacts(
            run_id=self.run_id,
            mode=RunMode.APPLY,
            trigger=trigger,
            parent=order.made.run_id,
            exit_code=ExitCode.DONE,
            python=platform.python_version(),
            platform=platform.system(),
            git=git,
            config=order.run.config,
            timings=self._timings(model_ms=None),
            beside=_snapshots(order.files),
        )
        return child_run_folder(facts, {UNDO: document(record), REPORT: report.encode()})

    def _trigger(self, order: Order, before_sha: CommitSha) -> Trigger:
        numbers = ",".join(map(str, _numbers(order)))
        return Trigger(
            argv=None,
            delivery=None,
            repository=self.at.full_name,
            pull_request=self.at.pull,
            head=before_sha,
            base=order.offering.base_sha if isinstance(order, WriteOrder) else order.run.trigger.base,
            command=f"{kind_of(order).value} {numbers}".rstrip(),
            given_by=self.at.speaker.login,
        )

    def _timings(self, *, model_ms: int | None) -> Timings:
        finished = self.services.now()
        took = milliseconds(self.started_at, finished)
        return timings(self.started_at, finished, apply_ms=took, model_ms=model_ms)

    def _offering(self, order: Order) -> Offering | None:
        """What the places were offered by; it may be gone by the time that somebody takes a commit back."""
        if isinstance(order, WriteOrder):
            return order.offering
        folder = RunFolder(self.at.repository_id, order.made.parent_run_id)
        found = kept_offering(self.services.artifacts, folder)
        return found if order.made.kind is CommitKind.ACCEPT else None

    def _note_offers(self, connection: sa.Connection, order: Order, offering: Offering) -> None:
        numbers = _numbers(order) if isinstance(order, WriteOrder) else order.made.numbers
        standing = offers.of_pull(connection, self.at.repository_id, self.at.pull)
        for proposal in offering.proposals:
            if proposal.number in numbers:
                known = standing.get(proposal.fingerprint)
                offers.put(connection, self._offer(order, offering, proposal, known))

    def _offer(self, order: Order, offering: Offering, proposal: OfferedProposal, known: Offer | None) -> Offer:
        accepted = isinstance(order, WriteOrder)
        offer = known or Offer(
            repository_id=self.at.repository_id,
            pull=self.at.pull,
            fingerprint=proposal.fingerprint,
            run_id=offering.run_id,
            number=proposal.number,
            state=OfferState.OFFERED,
            comment_id=None,
            decided_by=None,
            reason=None,
            updated_at=self.services.now(),
        )
        return replace(
            offer,
            state=OfferState.ACCEPTED if accepted else OfferState.OFFERED,
            decided_by=self.at.speaker.login if accepted else None,
            updated_at=self.services.now(),
        )


def told(made: Made) -> Committed:
    """The commit, for whoever answers the command."""
    return Committed(sha=made.sha, kind=made.kind, run_id=made.run_id, numbers=made.numbers)


def kind_of(order: Order) -> CommitKind:
    """Why the commit is made."""
    if isinstance(order, UndoOrder):
        return CommitKind.UNDO
    return CommitKind.ACCEPT if order.proposals else CommitKind.APPLY


def _parent(order: Order) -> RunId:
    return order.made.run_id if isinstance(order, UndoOrder) else order.offering.run_id


def _numbers(order: Order) -> tuple[int, ...]:
    return tuple(sorted(one.number for one in order.proposals)) if isinstance(order, WriteOrder) else ()


def _packs(order: Order) -> tuple[OfferedPack, ...]:
    """Those behind the files that are written."""
    if isinstance(order, UndoOrder):
        return ()
    behind = {one.pack for one in order.proposals} or {pack for file in order.offering.files for pack in file.packs}
    return tuple(pack for pack in order.offering.packs if pack.id in behind)


def _snapshots(files: Sequence[OrderedFile]) -> Mapping[str, bytes]:
    sides = (("before", file.before) for file in files), (("after", file.after) for file in files)
    return {snapshot(side, hash_of(data)): data for both in sides for side, data in both}
