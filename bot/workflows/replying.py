"""Taking a reply to the relay's open turn, and what somebody wants of a plan. Sync; called in threads.

A reply is taken whole or not at all. The command has the pull request for itself meanwhile: no run keeps an arc then.
"""

from dataclasses import dataclass, replace

from bot.conversation.spoken import fence_below
from bot.models.command_steps import Carried
from bot.models.conversation import CommandPlace, Refused, RevisePlan, TakeReply
from bot.relay.engine import JudgmentRefused, resume
from bot.relay.replies import ReplyProblem
from bot.relay.standing import RENDERER
from bot.safe_text import prose
from bot.store import amendments, arcs
from bot.store.amendments import Revision
from bot.vocabulary import CommandRefusal
from bot.workflows.services import Services

_DONE = Carried(markdown="")


@dataclass(frozen=True, slots=True)
class Replying:
    """At one command's word."""

    services: Services
    at: CommandPlace

    def take(self, act: TakeReply, body: str) -> Carried | Refused:
        """Take the reply in the comment's fence; done before by this command, it is done."""
        settings = self.services.settings
        if not settings.is_out_of_band:
            return Refused(refusal=CommandRefusal.NO_RELAY)
        text = fence_below(body, self.at.line)
        if text is None:
            return Refused(refusal=CommandRefusal.NO_FENCE)
        with self.services.database.write() as connection:
            row = arcs.find(connection, self.at.repository_id, self.at.pull, act.head_sha)
            arc = row.arc() if row is not None else None
            if row is None or arc is None:
                return Refused(refusal=CommandRefusal.NO_RELAY)
            said = f"{self.at.command_id}/{self.at.line}"
            if row.replied_command_id == said:
                return _DONE
            done = resume(arc, text, RENDERER, settings.judgment)
            if isinstance(done, ReplyProblem | JudgmentRefused):
                return Refused(refusal=CommandRefusal.REPLY_NOT_TAKEN, detail=prose(done.sentence))
            kept = replace(
                row.with_arc(done[0]),
                replied_run_id=row.run_id,
                replied_command_id=said,
                replied_by=self.at.speaker.login,
                updated_at=self.services.now(),
            )
            arcs.put(connection, kept)
        return _DONE

    def want(self, act: RevisePlan) -> Carried | Refused:
        """Keep the words for the model, if one may amend plans."""
        settings = self.services.settings
        if not (settings.is_out_of_band or settings.screens):
            return Refused(refusal=CommandRefusal.NOBODY_SCREENS)
        with self.services.database.write() as connection:
            revision = Revision(act.words, self.at.speaker.login)
            amendments.want(connection, self.at.repository_id, self.at.pull, act.head_sha, revision)
        return _DONE
