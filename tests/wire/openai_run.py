"""Runs a program of openai in one environment against a service of its own, and compares two such runs."""

from dataclasses import dataclass
from pathlib import Path

from tests.wire.run import Outcome, differences, run
from tests.wire.service import Request, running_service


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a program did, and what it put on the wire."""

    outcome: Outcome
    requests: tuple[Request, ...]


def exchange(python: Path, program: str, folder: Path) -> Exchange:
    """Run the text of a program; both libraries find the service by the variables that each of them reads."""
    with running_service() as service:
        address = f"{service.url}/v1"
        environment = {"OPENAI_API_KEY": "sk-environment", "OPENAI_API_BASE": address, "OPENAI_BASE_URL": address}
        environment |= {"NO_PROXY": "127.0.0.1", "SERVICE": service.url}
        outcome = run(python, program, folder, environment)
        return Exchange(outcome, tuple(service.requests))


def disagreements(old: Exchange, new: Exchange) -> list[str]:
    """What the two sides did, or asked for, differently, a line each; empty when they agree."""
    found = differences(old.outcome, new.outcome)
    for number in range(max(len(old.requests), len(new.requests))):
        was = old.requests[number] if number < len(old.requests) else None
        now = new.requests[number] if number < len(new.requests) else None
        if was != now:
            found.append(f"request {number + 1}: {was} before, {now} after")
    return found
