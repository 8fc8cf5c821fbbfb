"""One more dependency in a file of any form: where it goes, and whether a written file has it and nothing else."""

from collections.abc import Callable

from bot.scan.facts import Replacement
from bot.scan.manifests.adding import pipfile, pyproject_toml, requirements_txt, setup_cfg, setup_py
from bot.scan.manifests.adding.wanted import Wanted
from bot.scan.manifests.reading import UnreadableManifest
from bot.scan.manifests.selection import ManifestForm

_Place = Callable[[str, Wanted], Replacement | None]
_Holds = Callable[[str, str, Wanted], bool]

_FORMS: dict[ManifestForm, tuple[_Place, _Holds]] = {
    ManifestForm.REQUIREMENTS_TXT: (requirements_txt.place, requirements_txt.holds),
    ManifestForm.PYPROJECT_TOML: (pyproject_toml.place, pyproject_toml.holds),
    ManifestForm.PIPFILE: (pipfile.place, pipfile.holds),
    ManifestForm.SETUP_CFG: (setup_cfg.place, setup_cfg.holds),
    ManifestForm.SETUP_PY: (setup_py.place, setup_py.holds),
}


def place_for(form: ManifestForm, text: str, wanted: Wanted) -> Replacement | None:
    """Where the dependency goes; None where the file has no place that can be proven."""
    if form not in _FORMS:
        return None
    place, _ = _FORMS[form]
    try:
        found = place(text, wanted)
    except (UnreadableManifest, ValueError, RecursionError, MemoryError):
        return None
    if found is None:
        return None
    after = f"{text[: found.start]}{found.new}{text[found.end :]}"
    return found if only_added(form, text, after, wanted) else None


def only_added(form: ManifestForm, before: str, after: str, wanted: Wanted) -> bool:
    """Whether the second text declares the dependency and differs from the first in nothing else."""
    if form not in _FORMS:
        return False
    _, holds = _FORMS[form]
    try:
        return holds(before, after, wanted)
    except (UnreadableManifest, ValueError, RecursionError, MemoryError):
        return False
