"""pyproject.toml: PEP 621's list, which uv, PDM, Hatch and Poetry 2 read; else Poetry's own table.

Sources: PyPA, "pyproject.toml specification" (`dependencies` is a list of PEP 508 strings, and may be in `dynamic`:
then another file says them); Poetry, "The pyproject.toml file" (`tool.poetry.dependencies`: a name and a constraint).
"""

from bot.scan.facts import Replacement
from bot.scan.manifests.adding.toml_tables import entry_was_added, key_was_added, line_in_table
from bot.scan.manifests.adding.wanted import Wanted
from bot.scan.manifests.adding.written_list import first_entry, one_more_entry
from bot.scan.manifests.poetry_constraints import poetry_specifier
from bot.scan.manifests.toml_text import TomlText

_LIST = ("project", "dependencies")
_POETRY = ("tool", "poetry", "dependencies")


def place(text: str, wanted: Wanted) -> Replacement | None:
    """Where the dependency goes; None where the file says nowhere what the project depends on."""
    toml = TomlText(text)
    project = toml.table("project")
    if "dependencies" in project:
        return _listed(text, toml, project["dependencies"], wanted)
    if toml.table(*_POETRY):
        understood = poetry_specifier(wanted.specifier) is not None
        return line_in_table(text, _POETRY, f'{wanted.distribution} = "{wanted.specifier}"') if understood else None
    if project and not _is_dynamic(project):
        return line_in_table(text, ("project",), f'dependencies = ["{wanted.requirement}"]')
    return None


def holds(before: str, after: str, wanted: Wanted) -> bool:
    """Whether the dependency was added, and nothing else changed."""
    return entry_was_added(before, after, _LIST, wanted.requirement) or key_was_added(
        before, after, (*_POETRY, wanted.distribution), wanted.specifier
    )


def _is_dynamic(project: dict[str, object]) -> bool:
    dynamic = project.get("dynamic")
    return isinstance(dynamic, list) and "dependencies" in dynamic


def _listed(text: str, toml: TomlText, entries: object, wanted: Wanted) -> Replacement | None:
    if not isinstance(entries, list):
        return None
    if not entries:
        start = toml.place(_LIST)
        return first_entry(text, start, wanted.requirement) if start is not None else None
    spot = toml.string((*_LIST, len(entries) - 1))
    if spot is None or not 0 < spot.start + len(spot.text) < len(text):
        return None
    return one_more_entry(text, (spot.start - 1, spot.start + len(spot.text) + 1), wanted.requirement)
