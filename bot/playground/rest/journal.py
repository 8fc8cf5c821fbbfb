"""What the playground saw and found out about itself; the lists that a test looks at when its story is told."""

from dataclasses import dataclass, field

from bot.playground.interception import RequestSummary


@dataclass(slots=True)
class Journal:
    """`requests`: every REST, GraphQL and git request, in the order of arrival.

    `unknown_routes`: asked for and not built, such as "GET /repos/o/r/topics", or as a field of
    GraphQL; GitHub may know them. `faults`: what
    the playground itself did wrong; a story in which one is found proves nothing.
    """

    requests: list[RequestSummary] = field(default_factory=list)
    unknown_routes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
