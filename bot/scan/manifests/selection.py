"""Which paths are dependency files: those that are read, and those of a form that is not read yet."""

import re
from enum import Enum
from pathlib import PurePosixPath


class ManifestForm(Enum):
    """The forms that are read."""

    REQUIREMENTS_TXT = "requirements.txt"
    PYPROJECT_TOML = "pyproject.toml"


_UNREAD_NAMES = frozenset(
    {
        "setup.py", "setup.cfg", "Pipfile", "Pipfile.lock", "environment.yml", "environment.yaml", "tox.ini",
        "poetry.lock", "uv.lock", "pdm.lock", "pylock.toml", "noxfile.py",
    }
)  # fmt: skip
_WORKFLOW = re.compile(r"^\.github/workflows/[^/]+\.ya?ml$")


def manifest_form(path: str) -> ManifestForm | None:
    """The form of a dependency file that is read, None for any other path."""
    pure = PurePosixPath(path)
    if pure.name == "pyproject.toml":
        return ManifestForm.PYPROJECT_TOML
    if pure.suffix == ".txt" and ("requirements" in pure.stem or pure.parent.name == "requirements"):
        return ManifestForm.REQUIREMENTS_TXT
    return None


def is_unread_form(path: str) -> bool:
    """Whether the path is a dependency file of a form that is not read yet."""
    pure = PurePosixPath(path)
    return (
        pure.name in _UNREAD_NAMES
        or (pure.suffix == ".in" and "requirements" in path)
        or pure.name.startswith(("Dockerfile", "constraints"))
        or _WORKFLOW.match(path) is not None
    )
