"""The acts that a command comes to, one method each; what writes to a branch has a module of its own.

Each may be done again after a crash and comes to the same. What cannot be done is a value.
"""

import asyncio
from dataclasses import dataclass

from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.command_steps import Carried
from bot.models.conversation import (
    Act,
    AskChecks,
    CommandPlace,
    Decline,
    Explain,
    KeepAnswer,
    OpenMigration,
    Refused,
    RevisePlan,
    RunAgain,
    SetMuted,
    SetPaused,
    ShowContext,
    TakeBack,
    TakeReply,
    TellCommands,
    WriteCommit,
)
from bot.models.forge import PullState
from bot.models.names import DeliveryId, RunId
from bot.models.offering import OfferedProposal
from bot.packs.loaded import LoadedPack
from bot.store import commands, given_answers, offers, pulls, runs
from bot.store.offers import Offer
from bot.vocabulary import CommandRefusal, OfferState, RunDemand
from bot.workflows.answering import checks_text, help_text, migration_text
from bot.workflows.committing import Committing
from bot.workflows.explaining import Explaining
from bot.workflows.migrating import Migrating
from bot.workflows.offer_keeping import OfferKeeper
from bot.workflows.replying import Replying
from bot.workflows.services import Services
from bot.workflows.speaking import Speaking
from bot.workflows.verdicts import Verdicts

_DONE = Carried(markdown="")
_SHOWN = (SetMuted, KeepAnswer, Decline, WriteCommit, TakeBack)
"""What the status comment tells of afterwards."""


@dataclass(frozen=True, slots=True)
class Acting:
    """Carries acts out."""

    services: Services
    forge: Forge
    packs: tuple[LoadedPack, ...]

    async def carry_out(self, act: Act, at: CommandPlace, here: RepositoryForge) -> Carried | Refused:
        """Do it, or say why not; errors of GitHub and of the store go on."""
        done = await self._done(act, at, here)
        if isinstance(act, _SHOWN) and not isinstance(done, Refused):
            await Speaking(self.services, self.forge).refresh(at.repository_id, at.pull)
        return done

    async def _done(self, act: Act, at: CommandPlace, here: RepositoryForge) -> Carried | Refused:
        match act:
            case TellCommands():
                return Carried(markdown=help_text())
            case Explain(run_id=run_id, number=number):
                return await asyncio.to_thread(self._explaining(at, run_id).proposal, number)
            case ShowContext(run_id=run_id, number=number):
                return await asyncio.to_thread(self._explaining(at, run_id).context, number)
            case RunAgain():
                return await self._run_again(at, here)
            case SetMuted() | SetPaused() | KeepAnswer() | Decline():
                return await asyncio.to_thread(self._note, act, at)
            case RevisePlan():
                return await asyncio.to_thread(Replying(self.services, at).want, act)
            case TakeReply():
                return await self._take_reply(act, at, here)
            case WriteCommit() | TakeBack() | AskChecks() | OpenMigration():
                return await self._at_work(act, at)

    async def _take_reply(self, act: TakeReply, at: CommandPlace, here: RepositoryForge) -> Carried | Refused:
        """The comment is read anew: nothing of it is kept but the lines that are commands."""
        comment = await here.spoken.state(at.comment_id) if at.comment_id is not None else None
        if comment is None:
            return Refused(refusal=CommandRefusal.NO_FENCE)
        if comment.edited:
            return Refused(refusal=CommandRefusal.COMMENT_CHANGED)
        return await asyncio.to_thread(Replying(self.services, at).take, act, comment.body)

    async def _at_work(
        self, act: WriteCommit | TakeBack | AskChecks | OpenMigration, at: CommandPlace
    ) -> Carried | Refused:
        """What has a module of its own."""
        match act:
            case WriteCommit() | TakeBack():
                made = await Committing(self.services, self.forge).carry_out(act, at)
                return made if isinstance(made, Refused) else _DONE
            case AskChecks():
                told = await Verdicts(self.services, self.forge).asked(act, at)
                return told if isinstance(told, Refused) else Carried(markdown=checks_text(told))
            case OpenMigration():
                opened = await Migrating(self.services, self.forge, self.packs).carry_out(at)
                return opened if isinstance(opened, Refused) else Carried(markdown=migration_text(opened))

    def _explaining(self, at: CommandPlace, run_id: RunId) -> Explaining:
        return Explaining(self.services, at.repository_id, at.pull, run_id)

    async def _run_again(self, at: CommandPlace, here: RepositoryForge) -> Carried:
        pull = await here.pulls.state(at.pull)
        await asyncio.to_thread(self._admit, at, pull)
        return _DONE

    def _admit(self, at: CommandPlace, pull: PullState) -> None:
        """One more attempt on the present head: one for each command, however often this is done."""
        head = runs.Head(at.repository_id, at.pull, pull.head_sha, pull.base_sha)
        trigger = DeliveryId(commands.trigger_of(at.command_id))
        with self.services.database.write() as connection:
            key = runs.admit(connection, head, RunDemand.AGAIN, trigger, self.services.now())
            if key is not None:
                self.services.enqueuer.run(connection, key)

    def _note(self, act: SetMuted | SetPaused | KeepAnswer | Decline, at: CommandPlace) -> Carried | Refused:
        """What is only remembered."""
        with self.services.database.write() as connection:
            match act:
                case SetMuted(muted=muted):
                    pulls.set_muted(connection, at.repository_id, at.pull, muted=muted)
                case SetPaused(paused=paused):
                    pulls.set_paused(connection, at.repository_id, at.pull, paused=paused)
                case KeepAnswer(key=key, value=value):
                    by, now = at.speaker.login, self.services.now()
                    given_answers.put(connection, at.repository_id, at.pull, key, value, by, now)
                case Decline():
                    offering = OfferKeeper(self.services, at.repository_id, at.pull).offering(act.run_id)
                    if offering is None:
                        return Refused(refusal=CommandRefusal.NO_RUN)
                    known = offers.of_pull(connection, at.repository_id, at.pull)
                    for number in act.numbers:
                        proposal = offering.proposal(number)
                        if proposal is not None:
                            offers.put(connection, self._declined(act, at, proposal, known.get(proposal.fingerprint)))
        return _DONE

    def _declined(self, act: Decline, at: CommandPlace, proposal: OfferedProposal, known: Offer | None) -> Offer:
        return Offer(
            repository_id=at.repository_id,
            pull=at.pull,
            fingerprint=proposal.fingerprint,
            run_id=act.run_id,
            number=proposal.number,
            state=OfferState.REJECTED,
            comment_id=known.comment_id if known is not None else None,
            decided_by=at.speaker.login,
            reason=act.reason,
            updated_at=self.services.now(),
        )
