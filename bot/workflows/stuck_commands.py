"""Commands that a crash or a fault left undone: enqueued again as the next attempt, by the sweep or after an update.

Sync; called in threads.
"""

import datetime as dt
from dataclasses import dataclass

from bot.store import commands
from bot.store.commands import Given
from bot.vocabulary import CommandState
from bot.workflows.run_work import LONGEST_PATIENCE, MOST_ATTEMPTS_TO_SAY_SO
from bot.workflows.services import Services
from bot.workflows.turns import Turns

_UNDONE = (CommandState.ENQUEUED, CommandState.DEFERRED, CommandState.BROKEN)


@dataclass(frozen=True, slots=True)
class StuckCommands:
    """`patience` is how long a command that broke waits for its next attempt, times the number of the attempt."""

    services: Services
    patience: dt.timedelta

    def retry(self) -> int:
        """Enqueue what is due; how many there were."""
        with self.services.database.read() as connection:
            undone = commands.in_state(connection, _UNDONE)
        return sum(self._follow(given) for given in undone if self._is_due(given))

    def _is_due(self, given: Given) -> bool:
        match given.state:
            case CommandState.ENQUEUED:
                return not self.services.enqueuer.is_alive(given.workflow_id)
            case CommandState.DEFERRED:
                return self._is_its_turn(given)
            case _:
                waited = self.services.now() - (given.finished_at or given.created_at)
                patience = self.patience * min(given.attempt, LONGEST_PATIENCE)
                return given.attempt < MOST_ATTEMPTS_TO_SAY_SO and waited >= patience

    def _is_its_turn(self, given: Given) -> bool:
        with self.services.database.read() as connection:
            return Turns(self.services).is_free(connection, given.repository_id, given.pull)

    def _follow(self, given: Given) -> bool:
        with self.services.database.write() as connection:
            following = commands.next_attempt(connection, given, self.services.now())
            if following is not None:
                self.services.enqueuer.command(connection, following)
        return following is not None
