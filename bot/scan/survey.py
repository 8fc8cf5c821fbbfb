"""The scan of a whole tree for one pack: which files matter, what is in them, and what travels between them.

A generator of wants: it decides what to read and in which order, and never reads itself. Files without one of the
pack's tokens are looked at only where something of the library can reach them through another module.
"""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, TypeAlias

from bot.models.limitation import Limitation, limitation
from bot.models.struct import Mutable, altered, anew
from bot.models.want import (
    Analyse,
    Analysed,
    Answer,
    Both,
    Imported,
    Job,
    JobAnswer,
    Meanwhile,
    ReadImports,
    Search,
    SearchResult,
    Want,
)
from bot.models.writing import compact, plain
from bot.packs.surface import SurfaceIndex
from bot.scan.catching import HANDLERS, foreign_errors, gives_nothing_now
from bot.scan.client_choices import ClientChoices, configuring_symbols
from bot.scan.client_homes import HomeSearch
from bot.scan.facts import Export, FileFacts, Held, HeldValues, Passed
from bot.scan.fixtures import offered_fixtures, takers
from bot.scan.other_libraries import without_others
from bot.scan.reaching import ALONE, APART, CAUGHT, CLIENT, FIXTURES, FOREIGN, IMPORTED, NEW, WANTED
from bot.scan.repository import ModuleIndex
from bot.scan.source_kinds import is_notebook
from bot.scan.vendored import is_vendored
from bot.vocabulary import Bail, LimitationCode, ScanStatus

MAXIMUM_ROUNDS = 10
"""How many modules something of the library is followed through, one after another."""

MAXIMUM_OWNERS = 4
"""Among how many files that a module may be a value is looked for."""

_ASK_FOR_CLIENT = frozenset({Bail.CONFIGURED_ELSEWHERE, Bail.CLIENT_HOME_OPEN, Bail.MODEL_NOT_TRACED})

Steps: TypeAlias = Generator[Want, Answer, None]
Graph: TypeAlias = Mapping[str, set[str]]
"""Path to the paths of the repository that it imports."""


class Survey(Mutable):
    """What was learned of the Python files of a tree under one pack.

    `paths` are all files that were searched; `facts` and `sources` are keyed by path. `reached_by_flow` are files
    without a token whose rows count because an object of the library may flow into them; `flows` pairs each with the
    files it may come from. `homes` are the files that wait for somebody to choose where their client comes from, with
    those that it may come from.
    """

    surface: SurfaceIndex
    paths: tuple[str, ...] = ()
    facts: dict[str, FileFacts] = anew(dict)
    sources: dict[str, bytes] = anew(dict)
    flows: set[frozenset[str]] = anew(set)
    reached_by_flow: set[str] = anew(set)
    homes: dict[str, tuple[str, ...]] = anew(dict)
    limitations: list[Limitation] = anew(list)

    def uses_library(self, path: str) -> bool:
        """Whether the file's rows count: it holds a use of its own, or something of the library reaches it."""
        facts = self.facts[path]
        own = any(row.scan_status is not ScanStatus.NOT_A_USAGE and not row.searched for row in facts.rows)
        return own or bool(facts.takes_from) or path in self.reached_by_flow or facts.failed is not None


def survey(
    surface: SurfaceIndex,
    paths: tuple[str, ...],
    naming: Sequence[str],
    overlay: Mapping[str, bytes],
    choices: ClientChoices,
) -> Generator[Want, Answer, Survey]:
    """Survey the Python files and notebooks at `paths`, of which those at `naming` name the library.

    `overlay` holds bytes that stand in for the tree's.
    """
    return (yield from _Surveyor(surface, paths, overlay, choices).run(naming))


class _Surveyor:
    def __init__(
        self, surface: SurfaceIndex, paths: tuple[str, ...], overlay: Mapping[str, bytes], choices: ClientChoices
    ) -> None:
        self._survey = Survey(surface, paths)
        self._paths = paths
        self._overlay = overlay
        self._choices = choices
        self._reached: dict[str, dict[str, tuple[Export, ...]]] = {}
        self._given: dict[str, tuple[Passed, ...]] = {}
        self._fixtures: dict[str, tuple[Export, ...]] = {}
        self._held: dict[str, tuple[Held, ...]] = {}
        self._values: dict[str, dict[str, Held]] = {}
        self._imports: dict[str, frozenset[str]] | None = None
        self._asking: set[str] = set()
        """Files that ask for a client of another one; they still do once they have it."""
        self._told_imported: set[str] = set()
        self._caught: dict[str, tuple[Export, ...]] = {}
        self._homes: dict[str, dict[str, str]] = {}
        """Of each such file the modules that can hand it a client, by the file that each is."""

    def run(self, naming: Sequence[str]) -> Generator[Want, Answer, Survey]:
        yield from self._analyse_hits(naming)
        yield from self._follow_modules()
        yield from self._tell_caught()
        self._drop_others()
        yield from self._follow_objects()
        used = {path for path in self._survey.facts if self._survey.uses_library(path)} if self._survey.flows else set()
        self._survey.flows = {pair for pair in self._survey.flows if pair <= used}
        self._survey.homes = {
            path: tuple(sorted(self._homes.get(path, ())))
            for path, found in self._survey.facts.items()
            if any(judgement.bail is Bail.CLIENT_HOME_OPEN for judgement in found.judgements)
        }
        return self._survey

    @cached_property
    def _vendored(self) -> bool:
        return is_vendored(self._paths, self._survey.surface.pack.old.modules)

    @cached_property
    def _modules(self) -> ModuleIndex:
        """The repository's modules; most surveys end before anything is asked of them."""
        return ModuleIndex(self._paths)

    @cached_property
    def _wanted(self) -> tuple[Export, ...]:
        name = self._choices.wanted
        return (Export(form="client", target=name, path=name),) if name is not None else ()

    # ---- one file

    def _analyse(self, paths: Iterable[str]) -> Steps:
        jobs = tuple(self._job(path) for path in paths)
        if jobs:
            answers = yield Analyse(jobs, "reading")
            assert isinstance(answers, tuple)
            self._take_all(jobs, answers)

    def _analyse_hits(self, paths: Sequence[str]) -> Steps:
        """The files that name the library; what all others import is read ahead, since one of them nearly always
        holds something that can travel.
        """
        jobs = tuple(self._job(path) for path in paths)
        if jobs:
            others = tuple(sorted(frozenset(self._paths).difference(paths)))
            both = yield Meanwhile(Analyse(jobs, "reading"), ReadImports(others))
            assert isinstance(both, Both)
            self._imports = both.imported.names
            self._take_all(jobs, both.jobs)

    def _take_all(self, jobs: Sequence[Job], answers: Sequence[JobAnswer]) -> None:
        for job, answer in zip(jobs, answers, strict=True):
            self._take(job.path, answer)

    def _job(self, path: str) -> Job:
        known = {**self._reached.get(path, {}), FIXTURES: self._fixtures.get(path, ()), WANTED: self._wanted}
        known[CAUGHT] = self._caught.get(path, ())
        reached = {module: [plain(export) for export in found] for module, found in known.items() if found}
        parameters: dict[str, Any] = {
            "pack": self._survey.surface.head.id,
            "path": path,
            "reached": reached,
            "given": [plain(passed) for passed in self._given.get(path, ())],
            "held": [plain(held) for held in self._held.get(path, ())],
            "vendored": self._vendored,
        }
        name = "notebook_facts" if is_notebook(path) else "python_facts"
        return Job(name, path, parameters, FileFacts, self._overlay.get(path), remembered=True)

    def _take(self, path: str, answer: JobAnswer) -> None:
        if isinstance(answer, Analysed):
            assert isinstance(answer.result, FileFacts)
            self._survey.sources[path] = answer.source
            self._survey.facts[path] = answer.result
            if answer.result.exports_cut:
                self._survey.limitations.append(limitation(LimitationCode.REACH_BOUND_HIT, path))
        elif answer.limitation is not None:
            self._survey.limitations.append(answer.limitation)
        else:
            self._survey.facts[path] = FileFacts(failed=answer.bail)

    # ---- names that travel through modules

    def _follow_modules(self) -> Steps:
        followed: set[str] = set()
        for _ in range(MAXIMUM_ROUNDS):
            exposing = {path: found.exports for path, found in self._survey.facts.items() if found.exports}
            fresh = exposing.keys() - followed
            todo = self._newly_given() | (yield from self._newly_held())
            asking = any(_asks_for_client(one) for path, one in self._survey.facts.items() if path not in self._asking)
            if not fresh and not todo and not asking:
                return
            followed |= fresh
            yield from self._read_imports()
            todo |= yield from self._newly_reached(exposing)
            todo |= yield from self._newly_passed()
            yield from self._analyse(sorted(todo))
            followed -= {
                path for path in todo if self._survey.facts.get(path, FileFacts()).exports != exposing.get(path, ())
            }
        self._survey.limitations.append(limitation(LimitationCode.REACH_BOUND_HIT))

    def _tell_caught(self) -> Steps:
        """Tell the files that use the library whether those that import them take errors, or others that may run with
        them errors that came through the library; this changes no exports.
        """
        pack = self._survey.surface.pack
        foreign = frozenset(one.encode() for one in foreign_errors(pack))
        using = [path for path in self._survey.facts if self._survey.uses_library(path)]
        if not using or not (foreign or gives_nothing_now(pack)):
            return
        yield from self._read_imports()
        graph = self._graph(self._importers())
        backwards = _reversed(graph)
        above = {path: _closure([path], backwards) - {path} for path in using}
        below = {path: _closure([path], graph) - {path} for path in using}
        others = tuple(sorted(frozenset().union(*above.values(), *below.values())))
        reading: Answer = SearchResult({}, ())
        if others:
            reading = yield Search(others, tuple(sorted({*foreign, *(one.encode() for one in HANDLERS)})))
        assert isinstance(reading, SearchResult)
        for path in using:
            near = (reading.hits.get(one, ()) for one in (*above[path], *below[path]))
            told = FOREIGN if any(foreign.intersection(words) for words in near) else CLIENT
            if told == FOREIGN or any(reading.hits.get(one) for one in above[path]):
                self._caught[path] = (Export(form="client", target=told, path=told),)
        yield from self._analyse(sorted(self._caught))

    def _read_imports(self) -> Steps:
        """Read the import lines of every file that was not analysed; once, and only where something may travel."""
        if self._imports is None:
            unread = tuple(path for path in self._paths if path not in self._survey.facts)
            found = yield ReadImports(unread)
            assert isinstance(found, Imported)
            self._imports = found.names

    def _importers(self) -> dict[str, frozenset[str]]:
        facts = self._survey.facts.items()
        return {**(self._imports or {}), **{path: frozenset(found.imports) for path, found in facts}}

    def _newly_reached(self, exposing: Mapping[str, tuple[Export, ...]]) -> Generator[Want, Answer, set[str]]:
        """The files into which more, or less, of the library is imported from these than was known."""
        self._asking |= {path for path, found in self._survey.facts.items() if _asks_for_client(found)}
        round_about = self._reaching_back(exposing)
        owners = ModuleIndex(exposing)
        modules = frozenset(owners.names())
        reached: dict[str, dict[str, tuple[Export, ...]]] = {}
        self._homes = {}
        for path, imports in self._importers().items():
            for module in sorted(modules & imports):
                exports = [
                    export
                    for owner in owners.find(module)
                    if owner != path
                    for export in exposing[owner]
                    if export.form not in NEW
                    or (path not in round_about[owner] and self._has(path, module, export, owner))
                ]
                found = tuple(one for one in exports if one.form in NEW or _is_taken(one, module, imports))
                if found:
                    reached.setdefault(path, {})[module] = found
        for path, found in self._imported(exposing).items():
            reached[path] = {**reached.get(path, {}), IMPORTED: found}
        for path in sorted(path for path in self._asking if self._homes.get(path)):
            reached[path] = self._as_homes(path, reached[path])
        for path in sorted(path for path in self._asking if not self._homes.get(path)):
            homes = {owner for owner, imported in round_about.items() if path not in imported}
            reached[path] = {**reached.get(path, {}), **(yield from self._offered(path, homes))}
            reached[path][ALONE] = () if self._homes.get(path) else (yield from self._alone(path))
        before, self._reached = self._reached, reached
        return {path for path in before.keys() | reached.keys() if before.get(path) != reached.get(path)}

    def _as_homes(self, path: str, found: dict[str, tuple[Export, ...]]) -> dict[str, tuple[Export, ...]]:
        """What a file is handed by the modules that it imports: to be chosen where others configure as well, since the
        last of them counts.
        """
        others = self._configuring - {*self._homes[path]}
        chosen = path in self._choices.homes
        if chosen or not any(self._home_search.meet(path, other) for other in others):
            return found
        return {
            module: tuple(altered(one, form="home") if one.form == CLIENT else one for one in exports)
            for module, exports in found.items()
        }

    def _imported(self, exposing: Mapping[str, tuple[Export, ...]]) -> dict[str, tuple[Export, ...]]:
        """The modules that offer a client and are imported: it is told to them."""
        clients = {path: tuple(one for one in exports if one.form == CLIENT) for path, exports in exposing.items()}
        offering = {path for path, exports in clients.items() if exports} | self._told_imported
        graph = self._graph(self._importers()) if offering else {}
        self._told_imported = {one for path, imported in graph.items() for one in imported & offering if one != path}
        told = (Export(form="client", target="client", path="client"),)
        return dict.fromkeys(self._told_imported, told)

    def _offered(self, path: str, owners: Collection[str]) -> Generator[Want, Answer, dict[str, tuple[Export, ...]]]:
        """The clients of modules that a file does not import; those that it only could import, if that is chosen."""
        clients = {
            owner: tuple(one for one in self._survey.facts[owner].exports if one.form == CLIENT) for owner in owners
        }
        homes = frozenset(owner for owner, exports in clients.items() if exports)
        found = (yield from self._home_search.look(path, homes)) if homes else {}
        self._homes[path] = {home: one.module for home, one in found.items()}
        chosen = self._choices.homes.get(path)
        offered = {}
        for home, one in found.items():
            alone = one.surely and not any(self._home_search.meet(path, other) for other in self._configuring - {home})
            if home == chosen or (chosen is None and alone):
                offered[one.module] = clients[home]
            elif chosen is None:
                offered[one.module] = tuple(altered(export, form="home") for export in clients[home])
        return offered

    def _alone(self, path: str) -> Generator[Want, Answer, tuple[Export, ...]]:
        """That nothing configures the library for a file: nothing does at all, or it is a program on its own."""
        configuring = self._configuring
        if any(found.failed is not None for found in self._survey.facts.values()):
            return ()
        if configuring and not self._home_search.is_apart(path, configuring):
            return ()
        if not configuring and not (yield from self._home_search.serves_program(path)):
            return ()  # whoever uses the library that the repository is configures it
        package, _, module = self._survey.surface.pack.new.modules[0].rpartition(".")
        names = (f"{package}.{module}".encode(), f"from {package} import {module}".encode())
        moved = yield Search(self._paths, names)
        assert isinstance(moved, SearchResult)
        if moved.hits.keys() - {path}:
            return ()  # clients of the new library may have taken the place of what configured this file
        how = APART if configuring else ALONE.strip("<>")
        return (Export(form="client", target=how, path=how),)

    @property
    def _configuring(self) -> set[str]:
        """The files that configure the library, whether they are rewritten or not."""
        symbols = configuring_symbols(self._survey.surface.pack)
        return {
            path
            for path, found in self._survey.facts.items()
            if any(judgement.relied_on for judgement in found.judgements)
            or any(row.symbol in symbols for row in found.rows)
        }

    @cached_property
    def _home_search(self) -> HomeSearch:
        importers = _reversed(self._with_packages(self._graph(self._importers())))
        return HomeSearch(self._modules, importers, frozenset(self._paths))

    def _has(self, path: str, module: str, new: Export, owner: str) -> bool:
        """Whether a file can have from a module what the new library will have there."""
        if path not in self._asking or self._modules.meant(module, path) != owner:
            return False
        if new.form != CLIENT:
            return True
        homes = self._homes.setdefault(path, {})
        return homes.setdefault(owner, module) == module and self._choices.homes.get(path, owner) == owner

    def _reaching_back(self, exposing: Mapping[str, tuple[Export, ...]]) -> dict[str, set[str]]:
        """What each module that offers a client imports, however far off: none of that can take it without a circle."""
        offering = [path for path, found in exposing.items() if any(one.form in NEW for one in found)]
        graph = self._with_packages(self._graph(self._importers())) if offering and self._asking else {}
        return {path: _closure([path], graph) for path in offering}

    def _newly_given(self) -> set[str]:
        """The files to whose functions other files pass something more than was known."""
        given: dict[str, set[Passed]] = {}
        for giver, found in self._survey.facts.items():
            for passed in found.passes:
                for receiver, callee in self._called(passed.callee):
                    if receiver != giver:
                        given.setdefault(receiver, set()).add(altered(passed, callee=callee))
        sorted_given = {path: tuple(sorted(found, key=compact)) for path, found in given.items()}
        changed = {path for path, found in sorted_given.items() if found != self._given.get(path)}
        self._given |= sorted_given
        return changed

    def _newly_held(self) -> Generator[Want, Answer, set[str]]:
        """The files that ask for values of other modules' names, and now get them."""
        asked: dict[str, set[tuple[str, str]]] = {}
        for path, found in self._survey.facts.items():
            dotted = {name for judgement in found.judgements for name in judgement.asks}
            if dotted:
                asked[path] = {(one.rpartition(".")[0], one.rpartition(".")[2]) for one in dotted}
        everything = {one for each in asked.values() for one in each}
        yield from self._read_values({(owner, name) for module, name in everything for owner in self._owners(module)})
        changed: set[str] = set()
        for path, each in asked.items():
            known = {(one.module, one.name): one for one in self._held.get(path, ())}
            known |= {(module, name): held for module, name in each if (held := self._value(module, name)) is not None}
            held_now = tuple(known[key] for key in sorted(known))
            if held_now != self._held.get(path, ()):
                self._held[path] = held_now
                changed.add(path)
        return changed

    def _value_job(self, path: str, names: set[str]) -> Job:
        parameters = {"names": sorted(names), "pack": self._survey.surface.pack.id}
        return Job("held_values", path, parameters, HeldValues, self._overlay.get(path), remembered=True)

    def _owners(self, module: str) -> tuple[str, ...]:
        """The files that a module may be; none where they are many."""
        owners = self._modules.find(module)
        return owners if len(owners) <= MAXIMUM_OWNERS else ()

    def _value(self, module: str, name: str) -> Held | None:
        """What a module holds under a name: of the files that it may be, those that have the name hold the same."""
        found = [self._values[owner].get(name) for owner in self._owners(module)]
        known = [one for one in found if one is not None]
        having = [one for one in known if one.bound] or known
        alike = len(known) == len(found) and bool(having) and all(one == having[0] for one in having)
        return altered(having[0], module=module) if alike else None

    def _read_values(self, wanted: set[tuple[str, str]]) -> Steps:
        """Read what files hold under names, each once."""
        fresh: dict[str, set[str]] = {}
        for owner, name in wanted:
            if name not in self._values.setdefault(owner, {}):
                fresh.setdefault(owner, set()).add(name)
        if not fresh:
            return
        jobs = tuple(self._value_job(owner, fresh[owner]) for owner in sorted(fresh))
        answers = yield Analyse(jobs, "reading")
        assert isinstance(answers, tuple)
        for job, answer in zip(jobs, answers, strict=True):
            if isinstance(answer, Analysed) and isinstance(answer.result, HeldValues):
                self._values[job.path] |= {one.name: one for one in answer.result.values}

    def _newly_passed(self) -> Generator[Want, Answer, set[str]]:
        """The files to whose tests pytest passes more than was known, by the names of fixtures in a `conftest.py`."""
        passed: dict[str, tuple[Export, ...]] = {}
        for conftest, exports in offered_fixtures(self._survey.facts).items():
            names = tuple(sorted({export.first_name.encode() for export in exports}))
            found = yield Search(tuple(takers(conftest, self._paths)), names, whole_words=True)
            assert isinstance(found, SearchResult)
            for path in found.hits:
                passed[path] = (*passed.get(path, ()), *exports)
                self._survey.flows.add(frozenset({conftest, path}))
        before, self._fixtures = self._fixtures, passed
        return {path for path in before.keys() | passed.keys() if before.get(path) != passed.get(path)}

    def _called(self, callee: str) -> Iterator[tuple[str, str]]:
        """Each file that a dotted name may begin with, and the rest of the name: a function, a class or its method."""
        parts = callee.split(".")
        for split in range(max(1, len(parts) - 2), len(parts)):
            for path in self._modules.find(".".join(parts[:split])):
                yield path, ".".join(parts[split:])

    # ---- objects that are handed out

    def _follow_objects(self) -> Steps:
        givers = [
            path for path, found in self._survey.facts.items() if found.hands_out and self._survey.uses_library(path)
        ]
        names = tuple(sorted(name.encode() for name in self._survey.surface.searched_names)) if givers else ()
        if not names:
            return
        yield from self._read_imports()
        graph = self._graph(self._importers())
        backwards = _reversed(graph)
        near = _closure(givers, graph) | _closure(givers, backwards)
        unread = tuple(path for path in self._paths if path in near and path not in self._survey.facts)
        reading = yield Search(unread, names, whole_words=True)
        assert isinstance(reading, SearchResult)
        idle = {path for path in self._survey.facts if path in near and not self._survey.uses_library(path)}
        for giver, path in _connected(givers, sorted({*reading.hits, *idle}), graph, backwards):
            self._survey.reached_by_flow.add(path)
            self._survey.flows.add(frozenset({giver, path}))
        yield from self._analyse(sorted(self._survey.reached_by_flow - self._survey.facts.keys()))
        self._drop_others()
        self._forget_silent()

    def _drop_others(self) -> None:
        self._survey.facts |= without_others(self._survey.facts, lambda: self._modules)

    def _forget_silent(self) -> None:
        """Files into which an object may flow, and that read no such name after all, do not count."""
        for path in sorted(self._survey.reached_by_flow):
            facts = self._survey.facts.get(path)
            if facts is None or not any(row.searched for row in facts.rows):
                self._survey.reached_by_flow.discard(path)

    def _graph(self, imports: Mapping[str, frozenset[str]]) -> dict[str, set[str]]:
        modules, find = frozenset(self._modules.names()), self._modules.find
        return {path: {other for name in modules & names for other in find(name)} for path, names in imports.items()}

    def _with_packages(self, graph: dict[str, set[str]]) -> dict[str, set[str]]:
        """The graph with the packages that are run before what is imported out of them."""
        there = frozenset(self._paths)
        packages = {path: _packages(path) & there for path in {*graph, *chain.from_iterable(graph.values())}}
        return {
            path: imported.union(*(packages[one] for one in imported)) - packages[path] - {path}
            for path, imported in graph.items()
        }


def _packages(path: str) -> frozenset[str]:
    """Where the packages that a file lies in would be."""
    folders = accumulate(path.split("/")[:-1], "{}/{}".format)
    return frozenset(f"{folder}/__init__.py" for folder in folders) - {path}


def _connected(
    givers: Sequence[str], takers: Sequence[str], graph: Graph, backwards: Graph
) -> Iterator[tuple[str, str]]:
    """The pairs of which one imports the other, over however many modules; walked from where there are fewer."""
    few, many = (givers, frozenset(takers)) if len(givers) < len(takers) else (takers, frozenset(givers))
    for start in few:
        for other in many & (_closure([start], graph) | _closure([start], backwards)) - {start}:
            yield (start, other) if few is givers else (other, start)


def _asks_for_client(facts: FileFacts) -> bool:
    return any(judgement.bail in _ASK_FOR_CLIENT for judgement in facts.judgements)


def _is_taken(export: Export, module: str, imports: frozenset[str]) -> bool:
    """Whether a file with these imports takes the export from the module, by name or with all of it."""
    return f"{module}.*" in imports or f"{module}.{export.first_name}" in imports


def _closure(starts: Iterable[str], graph: Graph) -> set[str]:
    """What can be reached from any of the paths, themselves included."""
    reached = set(starts)
    pending = list(reached)
    while pending:
        fresh = graph.get(pending.pop(), set()) - reached
        reached |= fresh
        pending += fresh
    return reached


def _reversed(graph: Graph) -> dict[str, set[str]]:
    backwards: dict[str, set[str]] = {}
    for source, targets in graph.items():
        for target in targets:
            backwards.setdefault(target, set()).add(source)
    return backwards
