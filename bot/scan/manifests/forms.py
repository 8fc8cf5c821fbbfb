"""The reader of each form, brought in when the first file of the form is read: what reads TOML and YAML is heavy."""

import importlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeAlias

from bot.scan.manifests.reading import Reading
from bot.scan.manifests.selection import ManifestForm

Read: TypeAlias = Callable[[str, frozenset[str]], Reading]

_READERS = {
    ManifestForm.REQUIREMENTS_TXT: "requirements_txt.read",
    ManifestForm.PYPROJECT_TOML: "pyproject_toml.read",
    ManifestForm.SETUP_CFG: "setup_cfg.read",
    ManifestForm.SETUP_PY: "setup_py.read",
    ManifestForm.PIPFILE: "pipfile.read",
    ManifestForm.ENVIRONMENT_YML: "environment_yml.read",
    ManifestForm.TOX_INI: "tox_ini.read",
    ManifestForm.DOCKERFILE: "dockerfile.read",
    ManifestForm.WORKFLOW: "workflow_yml.read",
    ManifestForm.POETRY_LOCK: "lock_files.read_toml",
    ManifestForm.UV_LOCK: "lock_files.read_toml",
    ManifestForm.PDM_LOCK: "lock_files.read_toml",
    ManifestForm.PYLOCK_TOML: "lock_files.read_toml",
    ManifestForm.PIPFILE_LOCK: "lock_files.read_json",
}
"""The module of this folder, and its function."""


def bring_in(forms: Iterable[ManifestForm]) -> None:
    """Bring in what reads files of these forms; in the confined child nothing can be brought in later."""
    for form in forms:
        _reader(form)


@cache
def _reader(form: ManifestForm) -> Read:
    module, _, function = _READERS[form].partition(".")
    found: Read = getattr(importlib.import_module(f"bot.scan.manifests.{module}"), function)
    return found


def read_manifest(form: ManifestForm, text: str, wanted: frozenset[str]) -> Reading:
    """What the text declares of the wanted distributions (canonical names).

    Raises `UnreadableManifest` where it is no document of its form.
    """
    return _reader(form)(text, wanted)
