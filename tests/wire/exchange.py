"""What a program did together with what it put on the wire, and in what two such exchanges disagree."""

from dataclasses import dataclass

from tests.wire.run import Outcome, differences


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a program did, and what it put on the wire: records of the stand-in, which are compared as they are."""

    outcome: Outcome
    requests: tuple[object, ...]


def disagreements(old: Exchange, new: Exchange) -> list[str]:
    """What the two sides did, or asked for, differently, a line each; empty when they agree."""
    found = differences(old.outcome, new.outcome)
    for number in range(max(len(old.requests), len(new.requests))):
        was = old.requests[number] if number < len(old.requests) else None
        now = new.requests[number] if number < len(new.requests) else None
        if was != now:
            found.append(f"request {number + 1}: {was} before, {now} after")
    return found
