"""What is said on a pull request beside the check: suggestions at their lines, and the one status comment.

Whatever is written here is looked for first, so each of these may be done again after a crash.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.evidence.arc_file import TURN
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.forge import ConversationLocked, LineComment, StandingComment
from bot.models.names import InstallationId, RepositoryId, RunId
from bot.models.offering import OfferedProposal, Offering
from bot.publish.status import CommitShown, PullAddress, shown_reason, status_of
from bot.publish.suggestion import MOST_SUGGESTIONS, suggestion_block, to_suggest
from bot.render import render_text
from bot.store.commits import Made
from bot.store.installations import Repository
from bot.vocabulary import OfferState
from bot.workflows.offer_keeping import OfferKeeper, Story
from bot.workflows.services import Services

_DECIDED = (OfferState.ACCEPTED, OfferState.REJECTED)
_MOST_WRITES = 3
"""Of the status comment in one go: what happens while it is written is told at once."""


@dataclass(frozen=True, slots=True)
class Speaking:
    """Speaks of what runs offer; a muted, quiet or locked conversation is left alone."""

    services: Services
    forge: Forge

    async def suggest(self, here: RepositoryForge, repository_id: RepositoryId, pull: int, run_id: RunId) -> None:
        """Show what a run offers at its lines, where GitHub can, and put away what it does not offer any more.

        A place is shown once for ever: a later run only moves its number.
        """
        keeper = OfferKeeper(self.services, repository_id, pull)
        offering = await asyncio.to_thread(keeper.offering, run_id)
        story = await asyncio.to_thread(keeper.story)
        if offering is None or offering.quiet or story.silent or not _has_to_do(offering, story):
            return
        now = await here.pulls.state(pull)
        if not now.open or now.locked or now.head_sha != offering.head_sha:
            return
        standing = await self._stood(here, offering, story)
        if isinstance(standing, ConversationLocked):
            return
        offered = [one for one in offering.proposals if offering.relevant or one.fingerprint in story.places]
        waiting = {one.fingerprint: one for one in offered if one.fingerprint not in story.declined}
        live = [comment for comment in standing if comment.key in waiting and story.shows(comment)]
        comments = {comment.key: comment.id for comment in live}
        await asyncio.to_thread(keeper.note_offered, offering, offered, comments)
        for comment in live:
            await here.reviews.edit(comment, _text(waiting[comment.key]))
        await _put_away(here, pull, (comment for comment in standing if comment not in live))

    async def comment(self, here: RepositoryForge, repository_id: RepositoryId, pull: int, run_id: RunId) -> None:
        """The status comment of a run: on a relevant pull request, or to bring one up to date that is standing."""
        keeper = OfferKeeper(self.services, repository_id, pull)
        offering = await asyncio.to_thread(keeper.offering, run_id)
        story = await asyncio.to_thread(keeper.story)
        if offering is None or offering.quiet or story.silent or not (offering.relevant or story.spoken):
            return
        await asyncio.to_thread(keeper.note_comment)
        for _ in range(_MOST_WRITES):
            await here.comments.post(pull, self._status(here.full_name, offering, story))
            told, story = story, await asyncio.to_thread(keeper.story)
            if story.silent or story == replace(told, spoken=True):
                return

    async def refresh(self, repository_id: RepositoryId, pull: int) -> None:
        """Bring a status comment up to date that stands, and put away suggestions that somebody decided."""
        keeper = OfferKeeper(self.services, repository_id, pull)
        told: tuple[Repository, Offering, Story] | None = None
        for _ in range(_MOST_WRITES):
            now = await asyncio.to_thread(keeper.shown)
            if now is None or now == told or now[2].silent or not now[2].spoken or now[1].quiet:
                return
            told = now
            await self._refresh_once(keeper, *now)

    async def _refresh_once(
        self, keeper: OfferKeeper, repository: Repository, offering: Offering, story: Story
    ) -> None:
        installation = InstallationId(repository.installation_id)
        here = self.forge.repository(installation, keeper.repository_id, repository.full_name)
        await here.comments.edit_standing(keeper.pull, self._status(here.full_name, offering, story))
        await self._put_decided_away(here, keeper, story)

    async def _stood(
        self, here: RepositoryForge, offering: Offering, story: Story
    ) -> tuple[StandingComment, ...] | ConversationLocked:
        """Every comment of ours at lines, once those stand that are due now."""
        shown_before = any(offer.comment_id for offer in story.places.values())
        if not shown_before and not any(one.suggestible for one in offering.proposals):
            return ()
        standing = await here.reviews.standing(offering.pull)
        fresh = [one for one in offering.proposals if offering.relevant and one.fingerprint not in story.places]
        chosen = to_suggest(fresh, (comment.path for comment in standing if story.shows(comment)), MOST_SUGGESTIONS)
        if not chosen:
            return standing
        comments = [_line_comment(one) for one in chosen]
        summary = render_text("comment/review.md.j2")
        return await here.reviews.post(offering.pull, offering.head_sha, summary, comments)

    async def _put_decided_away(self, here: RepositoryForge, keeper: OfferKeeper, story: Story) -> None:
        decided = [key for key, offer in story.places.items() if offer.state in _DECIDED and offer.comment_id]
        if decided:
            standing = await here.reviews.standing(keeper.pull)
            await _put_away(here, keeper.pull, (comment for comment in standing if comment.key in decided))
            await asyncio.to_thread(keeper.note_put_away, decided)

    def _status(self, full_name: str, offering: Offering, story: Story) -> str:
        address = PullAddress(web_url=self.services.settings.github_url, full_name=full_name, pull=offering.pull)
        details_url = self.services.links.address(offering.run_id)
        made = [self._commit(one) for one in story.commits]
        turn_url = self.services.links.file_address(offering.run_id, TURN)
        status = status_of(offering, story.states, made, story.answers, address, details_url, turn_url)
        return render_text("comment/status.md.j2", status=status)

    def _commit(self, made: Made) -> CommitShown:
        return CommitShown(
            sha=made.sha,
            kind=made.kind,
            speaker=made.speaker,
            numbers=made.numbers,
            verdict=made.verdict,
            verdict_reason=made.verdict_reason,
            record_url=self.services.links.address(made.verdict_run_id or made.run_id),
        )


def _has_to_do(offering: Offering, story: Story) -> bool:
    """Whether there is anything to offer, or anything that was offered before."""
    return bool(story.places) or (offering.relevant and bool(offering.proposals))


def _line_comment(proposal: OfferedProposal) -> LineComment:
    return LineComment(
        key=proposal.fingerprint,
        path=proposal.path,
        first=proposal.first,
        last=proposal.last,
        markdown=_text(proposal),
    )


def _text(proposal: OfferedProposal) -> str:
    return render_text(
        "comment/suggestion.md.j2",
        proposal=proposal,
        block=suggestion_block(proposal),
        reason=shown_reason(proposal),
    )


async def _put_away(here: RepositoryForge, pull: int, comments: Iterable[StandingComment]) -> None:
    node_ids: Sequence[str] = [comment.node_id for comment in comments]
    await here.threads.put_away(pull, node_ids)
