"""The reader of each form."""

from collections.abc import Callable

from bot.scan.manifests import (
    dockerfile,
    environment_yml,
    lock_files,
    pipfile,
    pyproject_toml,
    requirements_txt,
    setup_cfg,
    setup_py,
    tox_ini,
    workflow_yml,
)
from bot.scan.manifests.reading import Reading
from bot.scan.manifests.selection import ManifestForm

Read = Callable[[str, frozenset[str]], Reading]

_READERS: dict[ManifestForm, Read] = {
    ManifestForm.REQUIREMENTS_TXT: requirements_txt.read,
    ManifestForm.PYPROJECT_TOML: pyproject_toml.read,
    ManifestForm.SETUP_CFG: setup_cfg.read,
    ManifestForm.SETUP_PY: setup_py.read,
    ManifestForm.PIPFILE: pipfile.read,
    ManifestForm.ENVIRONMENT_YML: environment_yml.read,
    ManifestForm.TOX_INI: tox_ini.read,
    ManifestForm.DOCKERFILE: dockerfile.read,
    ManifestForm.WORKFLOW: workflow_yml.read,
    ManifestForm.POETRY_LOCK: lock_files.read_toml,
    ManifestForm.UV_LOCK: lock_files.read_toml,
    ManifestForm.PDM_LOCK: lock_files.read_toml,
    ManifestForm.PYLOCK_TOML: lock_files.read_toml,
    ManifestForm.PIPFILE_LOCK: lock_files.read_json,
}


def read_manifest(form: ManifestForm, text: str, wanted: frozenset[str]) -> Reading:
    """What the text declares of the wanted distributions (canonical names).

    Raises `UnreadableManifest` where it is no document of its form.
    """
    return _READERS[form](text, wanted)
