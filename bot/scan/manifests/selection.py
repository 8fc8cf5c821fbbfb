"""Which paths are dependency files: those that are read, and those of a form that is not read yet."""

import re
from enum import Enum


class ManifestForm(Enum):
    """The forms that are read."""

    REQUIREMENTS_TXT = "requirements.txt"
    PYPROJECT_TOML = "pyproject.toml"
    SETUP_CFG = "setup.cfg"
    SETUP_PY = "setup.py"
    PIPFILE = "Pipfile"
    ENVIRONMENT_YML = "environment.yml"
    TOX_INI = "tox.ini"
    DOCKERFILE = "Dockerfile"
    WORKFLOW = "workflow"
    POETRY_LOCK = "poetry.lock"
    UV_LOCK = "uv.lock"
    PDM_LOCK = "pdm.lock"
    PIPFILE_LOCK = "Pipfile.lock"
    PYLOCK_TOML = "pylock.toml"

    @property
    def is_reported_only(self) -> bool:
        """Whether its lines are commands or settings of an environment, which are reported and never edited."""
        return self in {ManifestForm.TOX_INI, ManifestForm.DOCKERFILE, ManifestForm.WORKFLOW}

    @property
    def is_lock(self) -> bool:
        """Whether a tool writes the file from other dependency files."""
        return self.value.endswith(".lock") or self is ManifestForm.PYLOCK_TOML

    @property
    def declares(self) -> bool:
        """Whether the file says what the code that it serves depends on."""
        return not self.is_reported_only and not self.is_lock


_BY_NAME = {
    "pyproject.toml": ManifestForm.PYPROJECT_TOML,
    "setup.cfg": ManifestForm.SETUP_CFG,
    "setup.py": ManifestForm.SETUP_PY,
    "Pipfile": ManifestForm.PIPFILE,
    "tox.ini": ManifestForm.TOX_INI,
    "poetry.lock": ManifestForm.POETRY_LOCK,
    "uv.lock": ManifestForm.UV_LOCK,
    "pdm.lock": ManifestForm.PDM_LOCK,
    "Pipfile.lock": ManifestForm.PIPFILE_LOCK,
}
_UNREAD_NAMES = frozenset({"noxfile.py", "hatch.toml", "pixi.toml", "pixi.lock", "conda-lock.yml", "meta.yaml"})
_ENVIRONMENT = re.compile(r"^(?:environment[^/]*|conda|env)\.ya?ml$")
_DOCKERFILE = re.compile(r"^(?:(?:Dockerfile|Containerfile)(?:[.-][^/]*)?|[^/]+\.[Dd]ockerfile)$")
_PYLOCK = re.compile(r"^pylock(?:\.[^/.]+)?\.toml$")  # PyPA, "pylock.toml Specification", File name
_WORKFLOW = re.compile(r"^\.github/workflows/[^/]+\.ya?ml$")


def manifest_form(path: str) -> ManifestForm | None:
    """The form of a dependency file that is read, None for any other path.

    A file of another name that a dependency file includes (`-r deps.pip`) is a requirements file as well; that is
    told by the file that includes it (`bot.scan.manifests.includes`).
    """
    folder, _, name = path.rpartition("/")
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name.endswith(".py"):  # nearly every file
        return None
    if name.endswith((".txt", ".in")) and _is_requirements(folder, name):
        return ManifestForm.REQUIREMENTS_TXT
    if _ENVIRONMENT.match(name):
        return ManifestForm.ENVIRONMENT_YML
    if _DOCKERFILE.match(name):
        return ManifestForm.DOCKERFILE
    if _PYLOCK.match(name):
        return ManifestForm.PYLOCK_TOML
    return ManifestForm.WORKFLOW if _WORKFLOW.match(path) else None


def _is_requirements(folder: str, name: str) -> bool:
    stem = name.rpartition(".")[0]
    return "requirements" in stem or "constraints" in stem or folder.rpartition("/")[2] == "requirements"


def is_unread_form(path: str) -> bool:
    """Whether the path is a dependency file of a form that is not read yet."""
    return path.rpartition("/")[2] in _UNREAD_NAMES
