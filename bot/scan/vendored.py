"""Whether a repository carries a library's module itself, so that an import may mean that one."""

from collections.abc import Iterable, Sequence


def vendored_paths(paths: Sequence[str], modules: Iterable[str]) -> tuple[str, ...]:
    """The files through which one of the modules can be imported from a folder of the repository by its own full name.

    A module in a package (`llms/__init__.py` beside `llms/openai.py`) has another name, and no `import openai` means
    it; in a folder that is no package it can be found by whatever is started there.
    """
    ends = [f"/{name.replace('.', '/')}{ending}" for name in modules for ending in ("/__init__.py", ".py")]
    found = {path: f"/{path}".removesuffix(end) for end in ends for path in paths if f"/{path}".endswith(end)}
    if not found:
        return ()
    packages = {f"/{path}".rpartition("/")[0] for path in paths if path.endswith("/__init__.py")}
    return tuple(sorted(path for path, folder in found.items() if folder not in packages))


def is_vendored(paths: Sequence[str], modules: Iterable[str]) -> bool:
    """Whether there is such a file."""
    return bool(vendored_paths(paths, modules))
