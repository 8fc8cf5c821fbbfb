"""Modules whose client a file could import that it does not import yet, and whether each was surely imported before.

To import a module runs it. Where the repository's own imports run it first anyway, whichever way the file is reached,
one import more changes nothing; elsewhere a person has to say so. A generator of wants: the files around are read for
the order of their imports.
"""

from collections.abc import Collection, Generator, Mapping
from itertools import accumulate

from bot.models.struct import Frozen, Mutable, anew
from bot.models.want import Analyse, Analysed, Answer, Job, Want
from bot.scan.facts import ImportStep, ImportSteps
from bot.scan.repository import ModuleIndex, module_of, root_of

_MOST_READ = 300
_DEEP = 8
_TEST = "test"
_RUN_TOGETHER = frozenset({"tests", "test", "pages"})
"""Folders of which one process may run several files that do not import one another."""


class Found(Frozen):
    """A module that could hand over its client: how the file imports it, and whether it was surely imported before."""

    module: str
    surely: bool


class _Loaded(Frozen):
    """A file under the name that it was imported by: `root` is the folder that the name begins in, with a slash behind
    it; None where the name is relative to that of the file that is looked at.
    """

    path: str
    root: str | None


class HomeSearch(Mutable):
    """Over one repository, of whose files `importers` leads from each to those that import it."""

    modules: ModuleIndex
    importers: Mapping[str, Collection[str]]
    paths: Collection[str]
    _known: dict[str, ImportSteps] = anew(dict)

    def look(self, path: str, homes: Collection[str]) -> Generator[Want, Answer, dict[str, Found]]:
        """Those of the `homes` that the file at `path` could import."""
        found = {}
        for home in sorted(home for home in homes if self.meet(path, home) and not self._is_behind(home, path)):
            roots = yield from self._roots(path)
            before = yield from self._before(path, home, frozenset())
            name = _name(home, path, before or roots)
            if name is not None:
                found[home] = Found(name, bool(before))
        return found

    def meet(self, path: str, other: str) -> bool:
        """Whether one program may run both files: something imports both, or is one of them and imports the other."""
        return not self._above(path).isdisjoint(self._above(other))

    def is_apart(self, path: str, others: Collection[str]) -> bool:
        """Whether a file that nothing imports is run by itself, in a process that runs none of the others."""
        folder, _, name = path.rpartition("/")
        beside = name.startswith(_TEST) or any(part in _RUN_TOGETHER for part in folder.split("/"))
        imported = bool({*self.importers.get(path, ())} - {path})
        return not imported and not beside and not any(self.meet(path, other) for other in others)

    def serves_program(self, path: str) -> Generator[Want, Answer, bool]:
        """Whether a program of the repository runs the file: it lies in no package, or something does that is no test
        and asks whether it is run itself, or lies outside of the package.
        """
        package = self._package(path)
        if package is None:
            return True
        for one in sorted(self._above(path)):
            name = one.rpartition("/")[2]
            if name.startswith((_TEST, "conftest")) or any(part in _RUN_TOGETHER for part in one.split("/")):
                continue
            if not one.startswith(package) or (yield from self._steps(one)).is_program:
                return True
        return False

    def _package(self, path: str) -> str | None:
        """The outermost package that a file lies in, with a slash behind it."""
        folders = accumulate(path.split("/")[:-1], "{}/{}".format)
        return next((f"{folder}/" for folder in folders if f"{folder}/__init__.py" in self.paths), None)

    def _is_behind(self, home: str, path: str) -> bool:
        """Whether a package that the home lies in, and the file does not, imports the file."""
        packages = (f"{folder}/" for folder in accumulate(home.split("/")[:-1], "{}/{}".format))
        around = (f"{package}__init__.py" for package in packages if not path.startswith(package))
        return not self._above(path).isdisjoint(around)

    def _above(self, path: str) -> frozenset[str]:
        """The file, and all that import it, however far off."""
        reached = {path}
        pending = [path]
        while pending:
            fresh = {*self.importers.get(pending.pop(), ())} - reached
            reached |= fresh
            pending += fresh
        return frozenset(reached)

    # ---- what is imported before

    def _before(self, path: str, home: str, seen: frozenset[str]) -> Generator[Want, Answer, set[str | None]]:
        """The roots of the names under which every importer of a file has imported the home before; empty where one
        has not.
        """
        importers = sorted({*self.importers.get(path, ())} - {path})
        own = yield from self._steps(path)
        if not importers or own.is_program or path in seen or len(seen) > _DEEP:
            return set()
        roots: set[str | None] = set()
        for importer in importers:
            found = yield from self._before_in(importer, path, home, seen | {path})
            if not found:
                return set()
            roots |= found
        return roots

    def _before_in(
        self, importer: str, path: str, home: str, seen: frozenset[str]
    ) -> Generator[Want, Answer, set[str | None]]:
        steps = yield from self._steps(importer)
        loaded: set[_Loaded] = set()
        for step in steps.steps:
            targets = self._targets(importer, step)
            if path not in self._possible(importer, step):
                for target in targets if step.surely else ():
                    loaded |= yield from self._loads(target, frozenset())
                continue
            if not step.surely:
                return set()
            # What stands before it in the same statement comes first, and so do the packages around it.
            ahead = targets[: next((at for at, one in enumerate(targets) if one.path == path), 0)]
            for target in ahead:
                loaded |= yield from self._loads(target, frozenset())
            own = {one.root for one in targets if one.path == path}
            known = {one.root for one in loaded if one.path == home} & own
            if known:
                return {*known}
            further = yield from self._before(importer, home, seen)
            return further if None in own or further <= own else set()
        return set()

    def _loads(self, target: _Loaded, seen: frozenset[str]) -> Generator[Want, Answer, set[_Loaded]]:
        """What has surely been imported once a file has."""
        found = {target}
        if target.path in seen or len(seen) > _DEEP:
            return found
        steps = yield from self._steps(target.path)
        for step in steps.steps:
            for one in self._targets(target.path, step) if step.surely else ():
                named = _Loaded(one.path, target.root if one.root is None else one.root)
                found |= yield from self._loads(named, seen | {target.path})
        return found

    # ---- one statement

    def _targets(self, path: str, step: ImportStep) -> list[_Loaded]:
        """The files that a statement surely imports, in their order."""
        return [
            _Loaded(meant, None if step.level else root_of(meant, dotted))
            for dotted in self._dotted(path, step)
            if (meant := self.modules.meant(dotted, path)) is not None
        ]

    def _possible(self, path: str, step: ImportStep) -> set[str]:
        return {found for dotted in self._dotted(path, step) for found in self.modules.find(dotted)}

    def _dotted(self, path: str, step: ImportStep) -> list[str]:
        """The modules that a statement may import: packages before what is in them."""
        folder = path.rpartition("/")[0].split("/") if "/" in path else []
        above = folder[: len(folder) - step.level + 1] if step.level else []
        parts = [*above, *(step.module.split(".") if step.module else [])]
        whole = [".".join(parts[:end]) for end in range(1 + len(above), len(parts) + 1)]
        return [*whole, *(".".join([*parts, name]) for name in step.names)]

    def _steps(self, path: str) -> Generator[Want, Answer, ImportSteps]:
        if path not in self._known:
            if len(self._known) >= _MOST_READ:
                return ImportSteps(readable=False)
            answers = yield Analyse((Job("import_steps", path, {}, ImportSteps, remembered=True),), "reading")
            assert isinstance(answers, tuple)
            result = answers[0].result if isinstance(answers[0], Analysed) else None
            self._known[path] = result if isinstance(result, ImportSteps) else ImportSteps(readable=False)
        return self._known[path]

    # ---- how it is spelt

    def _roots(self, path: str) -> Generator[Want, Answer, set[str | None]]:
        """Where names begin by which the file imports others, or is imported; a program's begin in its own folder."""
        roots: set[str | None] = set()
        own = yield from self._steps(path)
        for step in own.steps:
            roots |= {one.root for one in self._targets(path, step)}
        for importer in sorted(self.importers.get(path, ())):
            steps = yield from self._steps(importer)
            for step in steps.steps:
                roots |= {one.root for one in self._targets(importer, step) if one.path == path}
        return roots or {f"{path.rpartition('/')[0]}/" if "/" in path else ""}


def _name(home: str, path: str, roots: Collection[str | None]) -> str | None:
    """How a file imports another one, where all that is known of names agrees."""
    if len(roots) != 1:
        return None
    (root,) = roots
    if root is not None:
        return module_of(home.removeprefix(root)) if home.startswith(root) else None
    folder, _, _ = path.rpartition("/")
    inside = f"{folder}/" if folder else ""
    if not home.startswith(inside) or home.endswith("/__init__.py"):
        return None  # how many packages lie above is not known
    return f".{module_of(home.removeprefix(inside))}"
