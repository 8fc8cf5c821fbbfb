"""Runs a program of openai in one environment against a service of its own."""

from collections.abc import Mapping
from pathlib import Path

from tests.wire.exchange import Exchange
from tests.wire.openai_service import running_service
from tests.wire.run import run_files


def exchange(python: Path, files: Mapping[str, str], folder: Path) -> Exchange:
    """Run `program.py` of the files; both libraries find the service by the variables that each of them reads."""
    with running_service() as service:
        address = f"{service.url}/v1"
        environment = {"OPENAI_API_KEY": "sk-environment", "OPENAI_API_BASE": address, "OPENAI_BASE_URL": address}
        environment |= {"NO_PROXY": "127.0.0.1", "SERVICE": service.url}
        outcome = run_files(python, files, folder, environment)
        return Exchange(outcome, tuple(service.requests))
