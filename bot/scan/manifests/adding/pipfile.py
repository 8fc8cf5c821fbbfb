"""Pipfile. Source: pipenv, "Pipfile & Pipfile.lock": `[packages]` maps a name to a specifier."""

from bot.scan.facts import Replacement
from bot.scan.manifests.adding.toml_tables import key_was_added, line_in_table
from bot.scan.manifests.adding.wanted import Wanted
from bot.scan.manifests.toml_text import TomlText


def place(text: str, wanted: Wanted) -> Replacement | None:
    """At the end of `[packages]`; None without that table."""
    TomlText(text)
    return line_in_table(text, ("packages",), f'{wanted.distribution} = "{wanted.specifier}"')


def holds(before: str, after: str, wanted: Wanted) -> bool:
    """Whether the dependency was added, and nothing else changed."""
    return key_was_added(before, after, ("packages", wanted.distribution), wanted.specifier)
