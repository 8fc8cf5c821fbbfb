"""The second never: no danger has two doors. Who may touch what, in one short table."""

from collections.abc import Iterator

import pytest

from tests.architecture.sources import Module, called, imported, modules, sample

DOORS: dict[str, tuple[str, ...]] = {
    "gidgethub": ("bot.forge",),
    "jwt": ("bot.forge", "bot.playground", "bot.store.links"),
    "aiohttp": ("bot.forge", "bot.playground", "webhooks", "bot.cli", "bot.consult.providers"),
    "dbos": ("bot.workflows", "bot.store"),
    "sqlalchemy": ("bot.store", "bot.workflows"),
    "alembic": ("bot.store",),
    "obstore": ("bot.store",),
    "jinja2": ("bot.render",),
    "prometheus_client": ("bot.metrics",),
    "subprocess": ("bot.source", "bot.analyser", "bot.playground", "bot.cli", "bot.verify"),
    "ctypes": ("bot.analyser",),
    "libcst": ("bot.rules", "bot.analyser"),
    "githubkit": ("bot.playground",),
    "githubkit_schemas": ("bot.playground",),
    "typer": ("bot.cli",),
    "mcp": ("bot.cli.turns_server",),
    "rich": ("bot.cli",),
    "detect_secrets": ("bot.consult.secrets",),
    "psycopg": ("bot.store",),
    "sqlite3": ("bot.answers", "bot.store"),
    "socket": ("bot.playground", "bot.cli", "webhooks"),
}

INNER_DOORS: dict[str, tuple[str, ...]] = {
    "bot.screening.apply": ("bot.screening.landing",),
    "bot.consult.splice": ("bot.consult.guard",),
}
"""Modules of ours of the same kind: amendments reach a plan, and proposals a file, in one way only."""

ENVIRONMENT = ("bot.settings", "bot.user_settings")
"""Who may read the environment: the settings, of the operator and of the person at the terminal."""


def wrong_doors(module: Module) -> Iterator[str]:
    """Imports that go through a door which is not this module's."""
    for name in imported(module):
        allowed = DOORS.get(name.split(".")[0])
        if allowed is not None and not module.within(*allowed):
            yield name
        yield from (
            name
            for door, users in INNER_DOORS.items()
            if (name == door or name.startswith(f"{door}.")) and not module.within(door, *users)
        )
        if name in {"os.environ", "os.getenv"} and not module.within(*ENVIRONMENT):
            yield name
    if not module.within(*ENVIRONMENT):
        yield from (name for name in called(module) if name.startswith(("os.environ", "os.getenv")))


def wrong_rooms(module: Module) -> Iterator[str]:
    """Imports against the order of the rooms."""
    for name in imported(module):
        if module.within("bot") and name.split(".")[0] == "webhooks" and not module.within("bot.cli"):
            yield name
        if name.startswith("bot.cli.") and not module.within("bot.cli"):
            yield name
        if name.startswith("bot.workflows.") and not module.within(
            "bot.workflows", "bot.cli", "webhooks.app", "webhooks.receiver", "webhooks.health", "webhooks.watching"
        ):
            yield name


@pytest.mark.parametrize("module", modules(), ids=lambda m: m.name)
def test_every_module_uses_its_own_doors(module: Module) -> None:
    assert list(wrong_doors(module)) == []
    assert list(wrong_rooms(module)) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("bot.scan.sample", "import subprocess", id="a scanner that starts processes"),
        pytest.param("bot.workflows.sample", "from gidgethub.aiohttp import GitHubAPI", id="a workflow with a client of its own"),
        pytest.param("webhooks.sample", "import jinja2", id="a page with its own templates"),
        pytest.param("bot.forge.sample", "from os import environ", id="a client that reads the environment"),
        pytest.param("bot.forge.sample", "import os\nos.environ.get('X')", id="the same by call"),
        pytest.param("bot.cli.sample", "from bot.screening.apply import apply", id="a plan that is amended by a shell"),
    ],
)  # fmt: skip
def test_the_table_bites(name: str, code: str) -> None:
    assert list(wrong_doors(sample(name, code)))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param("bot.workflows.sample", "from webhooks.events import decide", id="the bot imports the web"),
        pytest.param("bot.forge.sample", "from bot.cli.main import app", id="somebody imports the terminal"),
        pytest.param("bot.forge.sample", "from bot.workflows.delivery import x", id="a lower room imports workflows"),
    ],
)
def test_the_order_of_rooms_bites(name: str, code: str) -> None:
    assert list(wrong_rooms(sample(name, code)))
