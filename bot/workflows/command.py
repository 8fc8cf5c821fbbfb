"""The durable workflow that carries out what somebody said: heard, one line after another, answered.

It takes an id, never a text. What it decides is kept before it acts, so that after a crash it does the same and not
what the changed state would make of it.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.metrics.families import COMMANDS
from bot.models.command_steps import Carried, CommandBegun, CommandEnding, Decided, Surroundings
from bot.models.conversation import Refused
from bot.models.record import Record
from bot.models.run_steps import Failure
from bot.vocabulary import CommandState
from bot.workflows.answering import Told
from bot.workflows.command_work import MOST_ATTEMPTS, CommandWork
from bot.workflows.enqueue import CARRY_OUT_COMMAND
from bot.workflows.runtime import Workflow
from bot.workflows.steps import durable_step

log = logging.getLogger(__name__)


def command_workflow(work: CommandWork) -> Workflow:
    """`carry_out_command(command_id, attempt)`, to be given to the runtime before it starts."""

    async def carry_out_command(command_id: str, attempt: int) -> dict[str, Any]:
        ending = await _Conversation(work, command_id, attempt).carry_out()
        COMMANDS.labels(ending.state).inc()
        log.info("command ended: command=%s attempt=%d state=%s", command_id, attempt, ending.state)
        return ending.model_dump(mode="json")

    return Workflow(CARRY_OUT_COMMAND, carry_out_command)


@dataclass(slots=True)
class _Conversation:
    work: CommandWork
    command_id: str
    attempt: int

    @property
    def workflow_id(self) -> str:
        return f"{self.command_id}/{self.attempt}"

    async def carry_out(self) -> CommandEnding:
        """From hearing to the end; whatever happens in between, the lease is given up."""
        ending = _settled(await self._carry_out())
        work, command_id = self.work, self.command_id
        await self._step("end", lambda: work.end(command_id, self.attempt, ending, self.workflow_id))
        return ending

    async def _carry_out(self) -> CommandEnding | Failure:
        work = self.work
        begun = await self._step(
            "begin", lambda: work.begin(self.command_id, self.attempt), CommandBegun, CommandEnding
        )
        if not isinstance(begun, CommandBegun):
            return _over(begun)
        around = await self._step("look", lambda: work.look(begun), Surroundings, CommandEnding)
        if not isinstance(around, Surroundings):
            return _over(around)
        await self._step("greet", lambda: work.greet(begun, around))
        if begun.writes:
            waits = await self._step("turn", lambda: work.take_turn(begun, self.workflow_id), CommandEnding)
            if waits is not None:
                return _over(waits)
        told, stopped = await self._lines(begun, around)
        return await self._answered(begun, around, told, stopped)

    async def _lines(
        self, begun: CommandBegun, around: Surroundings
    ) -> tuple[list[Told], CommandEnding | Failure | None]:
        """What became of each line, up to one at which the whole command ends."""
        told: list[Told] = []
        for number, verb in enumerate(begun.verbs, 1):
            done = await self._line(begun, around, number)
            match done:
                case Refused():
                    told.append(Told(verb, done, ""))
                case Carried(markdown=markdown):
                    told.append(Told(verb, None, markdown))
                case _:
                    return told, done
        return told, None

    async def _line(
        self, begun: CommandBegun, around: Surroundings, number: int
    ) -> Carried | Refused | CommandEnding | Failure:
        work = self.work
        decided = await self._step(
            f"decide_{number}", lambda: work.decide(begun, around, number), Decided, Refused, CommandEnding
        )
        if not isinstance(decided, Decided):
            return _line_over(decided)
        done = await self._step(
            f"act_{number}", lambda: work.act(begun, around, number, decided), Carried, Refused, CommandEnding
        )
        return done if isinstance(done, Carried) else _line_over(done)

    async def _answered(
        self, begun: CommandBegun, around: Surroundings, told: list[Told], stopped: CommandEnding | Failure | None
    ) -> CommandEnding | Failure:
        """Once it is known how it ends, and will not be tried again, the person is told."""
        if isinstance(stopped, CommandEnding) or (stopped is not None and self.attempt < MOST_ATTEMPTS):
            return stopped
        broken = stopped.reason if isinstance(stopped, Failure) else None
        failed = await self._step("answer", lambda: self.work.answer(begun, around, told, broken))
        if failed is not None:
            return _over(failed)
        if broken is not None:
            return CommandEnding(state=CommandState.REFUSED, refusal=None, reason=broken)
        refusal = next((one.refused.refusal for one in told if one.refused is not None), None)
        state = CommandState.DONE if refusal is None else CommandState.REFUSED
        return CommandEnding(state=state, refusal=refusal, reason=None)

    async def _step(self, name: str, function: Callable[[], Awaitable[Record | None]], *kinds: type[Record]) -> Any:
        """One durable step: its record, or None; what goes wrong comes back as a `Failure`."""
        return await durable_step(name, self.workflow_id, function, *kinds)


def _over(ending: Record) -> CommandEnding | Failure:
    assert isinstance(ending, CommandEnding | Failure)
    return ending


def _line_over(ending: Record) -> Refused | CommandEnding | Failure:
    assert isinstance(ending, Refused | CommandEnding | Failure)
    return ending


def _settled(ending: CommandEnding | Failure) -> CommandEnding:
    """A failure leaves the command broken; the sweep tries it again."""
    if isinstance(ending, Failure):
        return CommandEnding(state=CommandState.BROKEN, refusal=None, reason=ending.reason)
    return ending
