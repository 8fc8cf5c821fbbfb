"""How many calls a run may make, and how many it made."""

from bot.forge.errors import BudgetSpent


class CallBudget:
    """Counts every request of one run; the request beyond `limit` is refused before it is sent.

    `made` may start above zero when a run goes on after a restart. `unchanged` of them were answered 304, which GitHub
    does not count against the hourly limit. Minting a token is the App's call, not the run's.
    """

    def __init__(self, limit: int, *, made: int = 0) -> None:
        self.limit = limit
        self.made = made
        self.unchanged = 0

    def spend(self) -> None:
        """Count one request; raises BudgetSpent when there is none left."""
        if self.made >= self.limit:
            raise BudgetSpent(f"the run made all the {self.limit} calls to GitHub that it may make")
        self.made += 1

    def note_unchanged(self) -> None:
        """The last request was answered from what was known."""
        self.unchanged += 1
