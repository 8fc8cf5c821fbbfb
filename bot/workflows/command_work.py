"""What the steps of a command do. Each may run again after a crash, and finds what it left before it makes anything.

Who may command is asked of GitHub by every step that decides or acts; what cannot be found out is a no.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from bot.configuration import FILE_NAME, Configured
from bot.conversation.deciding import decide, is_for_anybody, is_writing
from bot.conversation.grammar import parse
from bot.forge import words
from bot.forge.errors import ForgeError, Missing
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.command_steps import Carried, CommandBegun, CommandEnding, Decided, KeptAct, Surroundings
from bot.models.conversation import Command, CommandPlace, Refused, Speaker
from bot.models.forge import ConversationLocked
from bot.models.names import InstallationId, RepositoryId
from bot.packs.loaded import LoadedPack
from bot.store import commands, installations, pulls
from bot.store.commands import Given
from bot.store.standing import reason_to_leave
from bot.vocabulary import CommandRefusal, CommandState
from bot.workflows.acting import Acting
from bot.workflows.answering import Told, answer_text
from bot.workflows.command_scene import scene_of
from bot.workflows.planning import Planning
from bot.workflows.reaching import within_budget
from bot.workflows.services import Services
from bot.workflows.turns import Turns

MOST_ATTEMPTS = 5
"""A command that broke this often is given up, and the person is told."""


@dataclass(frozen=True, slots=True)
class CommandWork:
    """The steps of one command after another."""

    services: Services
    forge: Forge
    acting: Acting
    packs: tuple[LoadedPack, ...]

    async def begin(self, command_id: str, attempt: int) -> CommandBegun | CommandEnding:
        """What the command is, if it is still to be carried out."""
        return await asyncio.to_thread(self._begin, command_id, attempt)

    def _begin(self, command_id: str, attempt: int) -> CommandBegun | CommandEnding:
        with self.services.database.read() as connection:
            given = commands.find(connection, command_id)
            if given is None or given.attempt != attempt or given.state is not CommandState.ENQUEUED:
                return _ignored("It is gone, or was followed by another attempt.")
            stop = reason_to_leave(connection, given.repository_id)
            repository = installations.repository(connection, given.repository_id)
        if stop is not None or repository is None:
            return _ignored(stop or "The repository is gone.")
        parsed = [parse(line) for line in _lines(given)]
        return CommandBegun(
            command_id=given.id,
            installation_id=InstallationId(repository.installation_id),
            repository_id=given.repository_id,
            full_name=repository.full_name,
            pull=given.pull,
            is_pull=given.is_pull,
            comment_id=given.comment_id,
            speaker=Speaker(id=given.speaker_id, login=given.speaker),
            verbs=tuple(one.verb if isinstance(one, Command) else None for one in parsed),
            writes=any(map(is_writing, parsed)),
            given_at=given.created_at,
        )

    async def look(self, begun: CommandBegun) -> Surroundings | CommandEnding:
        """The repository as it is now, and what its own configuration says of talking."""
        try:
            there = await self._here(begun, begun.full_name).state()
        except Missing:
            return _ignored("The repository is gone.")
        here = self._here(begun, there.full_name)
        config = await here.default_branch.file(FILE_NAME)
        configured = None
        if config is not None:
            configured = await asyncio.to_thread(self._configured, begun.repository_id, config)
        if configured is not None and configured.settings.paused:
            return _ignored("The repository has Obelize paused.")
        quiet = configured is not None and configured.settings.quiet
        return Surroundings(full_name=there.full_name, quiet=quiet)

    async def greet(self, begun: CommandBegun, around: Surroundings) -> None:
        """Show that the command was heard."""
        await self._react(begun, around, words.HEARD)

    async def take_turn(self, begun: CommandBegun, workflow_id: str) -> CommandEnding | None:
        """Take the pull request's lease, or wait for it: whoever has it enqueues the next attempt."""
        return await asyncio.to_thread(self._take_turn, begun, workflow_id)

    def _take_turn(self, begun: CommandBegun, workflow_id: str) -> CommandEnding | None:
        turns = Turns(self.services)
        alive = turns.alive_holder(begun.repository_id, begun.pull, workflow_id)
        with self.services.database.write() as connection:
            if turns.take(connection, begun.repository_id, begun.pull, workflow_id, alive):
                return None
            commands.change(connection, begun.command_id, state=CommandState.DEFERRED)
            return CommandEnding(state=CommandState.DEFERRED, refusal=None, reason=None)

    async def decide(self, begun: CommandBegun, around: Surroundings, number: int) -> Decided | Refused | CommandEnding:
        """What the line of that number, from 1, comes to in the state that stands."""
        given = await asyncio.to_thread(self._given, begun)
        command = parse(_lines(given)[number - 1])
        here = self._here(begun, around.full_name)
        permission = await self._permission(here, given, command)
        if not isinstance(permission, str):
            return permission
        if isinstance(command, Refused):
            return command
        head_sha = None
        if given.is_pull:
            pull = await here.pulls.state(given.pull)
            if not pull.open:
                return Refused(refusal=CommandRefusal.PULL_CLOSED)
            head_sha = pull.head_sha
        scene = await asyncio.to_thread(scene_of, self.services, given, head_sha)
        decided = decide(command, scene)
        return decided if isinstance(decided, Refused) else Decided(acts=tuple(map(KeptAct.of, decided)))

    async def act(
        self, begun: CommandBegun, around: Surroundings, number: int, decided: Decided
    ) -> Carried | Refused | CommandEnding:
        """Do what was decided, if the person may still have it done."""
        given = await asyncio.to_thread(self._given, begun)
        here = self._here(begun, around.full_name)
        permission = await self._permission(here, given, parse(_lines(given)[number - 1]))
        if not isinstance(permission, str):
            return permission
        place = CommandPlace(
            command_id=given.id,
            line=number,
            installation_id=begun.installation_id,
            repository_id=begun.repository_id,
            full_name=around.full_name,
            pull=given.pull,
            speaker=begun.speaker,
            permission=permission,
            given_at=given.created_at,
            comment_id=given.comment_id,
        )
        texts = []
        for kept in decided.acts:
            done = await self.acting.carry_out(kept.act(), place, here)
            if isinstance(done, Refused):
                return done
            texts.append(done.markdown)
        return Carried(markdown="\n\n".join(filter(None, texts)))

    async def answer(self, begun: CommandBegun, around: Surroundings, told: Sequence[Told], broken: str | None) -> None:
        """Say what is to be said, once, and show how the command ended."""
        text = answer_text(told, broken)
        said = text is None or await self._say(begun, around, told, text)
        well = said and broken is None and not any(one.refused for one in told)
        await self._react(begun, around, words.CARRIED_OUT if well else words.NOT_CARRIED_OUT)

    async def end(self, command_id: str, attempt: int, ending: CommandEnding, workflow_id: str) -> None:
        """Keep how it ended and give the lease up, if there was one."""
        await asyncio.to_thread(self._end, command_id, attempt, ending, workflow_id)

    def _end(self, command_id: str, attempt: int, ending: CommandEnding, workflow_id: str) -> None:
        with self.services.database.write() as connection:
            given = commands.find(connection, command_id)
            if given is None:
                return
            if given.attempt == attempt and ending.state is not CommandState.DEFERRED:
                values = {"state": ending.state, "refusal": ending.refusal, "finished_at": self.services.now()}
                commands.change(connection, command_id, **values)
            Turns(self.services).give_up(connection, given.repository_id, given.pull, workflow_id)

    # ---- who speaks, and to whom

    async def _permission(
        self, here: RepositoryForge, given: Given, command: Command | Refused
    ) -> str | Refused | CommandEnding:
        """GitHub's word for what the person may do, if that is enough and the comment is still what they wrote."""
        permission = await here.people.permission(Speaker(id=given.speaker_id, login=given.speaker))
        if not (words.may_write(permission) or is_for_anybody(command)):
            return Refused(refusal=CommandRefusal.MAY_NOT_WRITE)
        if given.comment_id is None:
            return permission
        comment = await here.spoken.state(given.comment_id)
        if comment is None:
            return _ignored("The comment was deleted.")
        body = hashlib.sha256(comment.body.encode()).hexdigest()
        if comment.edited or body != given.body_sha256 or comment.author_id != given.speaker_id:
            return Refused(refusal=CommandRefusal.COMMENT_CHANGED)
        return permission

    async def _say(self, begun: CommandBegun, around: Surroundings, told: Sequence[Told], text: str) -> bool:
        """Whether it stands there now; nothing is said where silence was asked for."""
        if around.quiet or await asyncio.to_thread(self._is_silent, begun, told):
            return False
        here = self._here(begun, around.full_name)
        answered = await here.comments.answer(begun.pull, begun.command_id, text)
        return not isinstance(answered, ConversationLocked)

    def _is_silent(self, begun: CommandBegun, told: Sequence[Told]) -> bool:
        """Muted, or somebody who may not command here was told so before."""
        with self.services.database.read() as connection:
            if pulls.is_muted(connection, begun.repository_id, begun.pull):
                return True
            earlier = commands.of_pull(connection, begun.repository_id, begun.pull)
        stranger = any(one.refused and one.refused.refusal is CommandRefusal.MAY_NOT_WRITE for one in told)
        return stranger and any(_was_turned_away(one, begun) for one in earlier)

    async def _react(self, begun: CommandBegun, around: Surroundings, content: str) -> None:
        """A courtesy: what counts is elsewhere, so a reaction that GitHub refuses is no failure."""
        if begun.comment_id is not None:
            with contextlib.suppress(ForgeError):
                await self._here(begun, around.full_name).spoken.react(begun.comment_id, content)

    def _here(self, begun: CommandBegun, full_name: str) -> RepositoryForge:
        return within_budget(self.services, self.forge, begun.installation_id, begun.repository_id, full_name)

    def _given(self, begun: CommandBegun) -> Given:
        with self.services.database.read() as connection:
            given = commands.find(connection, begun.command_id)
        if given is None:
            raise LookupError("the command's row is gone")
        return given

    def _configured(self, repository_id: RepositoryId, config: bytes) -> Configured | None:
        planning = Planning(self.packs, self.services.cache.git_dir(repository_id), repository_id)
        with planning.analyser(config, asking=False) as analyser:
            return planning.configured(analyser, config)


def _lines(given: Given) -> list[str]:
    return given.lines.split("\n")


def _ignored(reason: str) -> CommandEnding:
    return CommandEnding(state=CommandState.IGNORED, refusal=None, reason=reason)


def _was_turned_away(earlier: Given, begun: CommandBegun) -> bool:
    is_theirs = earlier.speaker_id == begun.speaker.id and earlier.id != begun.command_id
    return is_theirs and earlier.refusal is CommandRefusal.MAY_NOT_WRITE
