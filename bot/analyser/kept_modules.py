"""Modules of which a child reads the compiled code before it is confined, and which it runs when they are first needed.

After confinement nothing can be opened, and which of a hundred rule modules and codecs a file will need is not known
before. To read them all takes a tenth of what it takes to run them.
"""

import importlib
import os
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from importlib.util import cache_from_source, spec_from_file_location
from pathlib import Path
from types import ModuleType

_STAMP = struct.Struct("<4xIII")
"""After the magic number: how the source is named, the last part of its time in seconds, and of its size in bytes."""
_BY_TIME = 0
_WORD = 0xFFFF_FFFF


class _Kept(SourcelessFileLoader):
    """Runs code that was read before."""

    def __init__(self, name: str, path: str, code: bytes) -> None:
        super().__init__(name, path)
        self._code = code

    def get_data(self, path: str) -> bytes:
        """What was read; there is one file to ask for."""
        del path
        return self._code


class KeptModules:
    """A finder of modules in memory, for `sys.meta_path`."""

    def __init__(self) -> None:
        self._loaders: dict[str, _Kept] = {}

    def keep(self, package: ModuleType) -> None:
        """Read every module of the package and below. One whose compiled code is missing or old is imported instead,
        which has it compiled for the next time.
        """
        for name, path in _modules(package.__name__, package.__path__[0]):
            if name not in sys.modules:
                code = _compiled(path)
                if code is not None:
                    self._loaders[name] = _Kept(name, path, code)
                else:
                    with suppress(ImportError):  # of another system, or of a library that this child does without
                        importlib.import_module(name)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """As `importlib.abc.MetaPathFinder` has it."""
        del path, target
        loader = self._loaders.get(name)
        if loader is None:
            return None
        at = loader.path
        inside = [os.path.dirname(at)] if at.endswith("__init__.py") else None  # noqa: PTH120 - as long as all the rest
        return spec_from_file_location(name, at, loader=loader, submodule_search_locations=inside)


def _modules(package: str, folder: str) -> Iterator[tuple[str, str]]:
    """Name and path of each module; a package before what lies in it."""
    with os.scandir(folder) as entries:
        for entry in entries:
            stem, dot, ending = entry.name.partition(".")
            if f"{dot}{ending}" == ".py" and stem != "__init__":
                yield f"{package}.{stem}", entry.path
            elif not dot and Path(entry.path, "__init__.py").is_file():
                yield f"{package}.{stem}", f"{entry.path}{os.sep}__init__.py"
                yield from _modules(f"{package}.{stem}", entry.path)


def _compiled(path: str) -> bytes | None:
    """The compiled code of the source, if it is that of the source as it is now."""
    try:
        status = os.stat(path)  # noqa: PTH116 - hundreds of files
        with open(cache_from_source(path), "rb", buffering=0) as file:  # noqa: PTH123 - likewise
            code = file.readall()
    except (OSError, NotImplementedError):
        return None
    if len(code) < _STAMP.size:
        return None
    told = _STAMP.unpack_from(code)
    return code if told == (_BY_TIME, int(status.st_mtime) & _WORD, status.st_size & _WORD) else None
