"""Which files a dependency file brings in as requirements files, told from its bytes without parsing it.

A pattern for each form, too many rather than too few: only what names a file of the tree counts in the end. Sources:
pip, "Requirements File Format" (`-r`, `-c`; paths are relative to the file); setuptools, "Configuring setuptools using
setup.cfg files" and "… pyproject.toml files" (`file:`, `dynamic`); tox, `deps`.
"""

import re
from collections.abc import Iterator
from itertools import islice

from bot.scan.manifests.selection import ManifestForm

_INCLUDE = rb"(?:-r|-c|--requirement|--constraint)[ \t=]*[\"']?([^\s#\\;&|\"']+)"
_BEGINS_LINE = re.compile(rb"^[ \t]*" + _INCLUDE, re.MULTILINE)
_LISTED = re.compile(rb"^[ \t]*-[ \t]+[\"']?" + _INCLUDE, re.MULTILINE)
_ANYWHERE = re.compile(rb"(?:(?<=\s)|(?<==)|^)" + _INCLUDE)
_COMMAND = re.compile(rb"\bpip[0-9.]*[ \t]+install\b")
_CFG = re.compile(rb"^[ \t]*(?:install|setup|tests)_requires[ \t]*[=:][ \t]*file:[ \t]*([^\n#]+)", re.MULTILINE)
_DYNAMIC = re.compile(
    rb"dependencies[^\n=]{0,80}=[ \t]*\{[ \t]*file[ \t]*=[ \t]*(\[[^\]]{0,2000}\]|\"[^\"\n]{1,400}\"|'[^'\n]{1,400}')"
)
_PIECES = re.compile(rb"[^\s,\"'\[\]]+")
_MOST = 1_000


def included_paths(form: ManifestForm, path: str, data: bytes) -> frozenset[str]:
    """The paths that the file names, from the root of the repository; none that leads out of it. At most 1,000."""
    folder = "" if form is ManifestForm.WORKFLOW else path.rpartition("/")[0]
    joined = (_joined(folder, piece) for piece in islice(_named(form, data), _MOST))
    return frozenset(target for target in joined if target is not None)


def _named(form: ManifestForm, data: bytes) -> Iterator[bytes]:
    match form:
        case ManifestForm.REQUIREMENTS_TXT:
            yield from _BEGINS_LINE.findall(data)
        case ManifestForm.ENVIRONMENT_YML:
            yield from _LISTED.findall(data)
        case ManifestForm.SETUP_CFG:
            yield from (piece for listed in _CFG.findall(data) for piece in _PIECES.findall(listed))
        case ManifestForm.PYPROJECT_TOML:
            yield from (piece for listed in _DYNAMIC.findall(data) for piece in _PIECES.findall(listed))
        case ManifestForm.TOX_INI:
            yield from (piece for line in data.split(b"\n") for piece in _ANYWHERE.findall(line))
        case ManifestForm.DOCKERFILE | ManifestForm.WORKFLOW:
            yield from _BEGINS_LINE.findall(data)
            for line in data.split(b"\n"):
                command = _COMMAND.search(line)
                if command is not None:
                    yield from _ANYWHERE.findall(line, command.end())
        case _:
            return


def _joined(folder: str, named: bytes) -> str | None:
    """What is named, seen from `folder`; None for a URL, an absolute path, or one that leads out of the repository."""
    try:
        target = named.decode()
    except UnicodeDecodeError:
        return None
    if target.startswith("/") or ":" in target or "\0" in target or "\\" in target:
        return None
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts) or None
