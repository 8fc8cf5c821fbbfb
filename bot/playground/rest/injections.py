"""Trouble that a test orders: a limit, a broken GitHub, a lost connection, for the next requests that match."""

from dataclasses import dataclass

from bot.playground.graphql.refusals import FieldRefusalError
from bot.playground.interception import DropConnection, RequestSummary
from bot.playground.rest.refusals import RefusalError


@dataclass(slots=True)
class Injection:
    """`trouble` for the next `times` requests of `method` whose path contains `path`.

    With `after_acting` the request is carried out first and only its answer is lost, as a 502 or a reset may mean. A
    GraphQL request has a path like `/mutation/minimizeComment`, and alone can meet the refusal of a field.
    """

    trouble: RefusalError | FieldRefusalError | DropConnection
    method: str | None = None
    path: str = ""
    times: int = 1
    after_acting: bool = False

    def strikes(self, summary: RequestSummary, *, acted: bool) -> bool:
        """Whether it is this request's turn at this moment; counts down when it is."""
        fits = self.method in (None, summary.method) and self.path in summary.path
        if not fits or self.times < 1 or acted != self.after_acting:
            return False
        self.times -= 1
        return True


class Injections(list[Injection]):
    """All ordered trouble, in the order in which it was ordered."""

    def check(self, summary: RequestSummary, *, acted: bool) -> None:
        """Raises the first trouble that strikes this request."""
        for injection in self:
            if injection.strikes(summary, acted=acted):
                raise injection.trouble
