"""The jobs that read a repository's files: the registry that runs are given (`run_setup`).

Every function here runs in the confined child. What a file cannot be blamed for is left to raise.
"""

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from bot.analyser.jobs import BUILT_IN, Finished, JobFunction, Jobs
from bot.models.light_record import LightRecord
from bot.models.reading import read, read_json
from bot.packs.schema import Pack
from bot.packs.surface import SurfaceIndex
from bot.rules.answers.elsewhere import answer_reads, shapes_of
from bot.rules.engine.file_facts import package_of, python_facts
from bot.scan.facts import (
    AnswerReads,
    Export,
    FileFacts,
    HandedOn,
    Held,
    HeldValues,
    ImportSteps,
    NameUses,
    Passed,
    ReachedNames,
)
from bot.scan.held_values import held_values
from bot.scan.import_steps import import_steps
from bot.scan.manifests.facts import ManifestFacts
from bot.scan.manifests.selection import ManifestForm
from bot.scan.name_uses import name_uses
from bot.scan.reached_names import reached_names
from bot.vocabulary import Bail

ReadConfiguration: TypeAlias = Callable[[bytes, frozenset[str]], LightRecord]


def registry(setup: dict[str, Any]) -> Jobs:
    """The jobs by name, over the packs of the run; what only some of them need is brought in for those alone."""
    files = _FileJobs(setup["packs"])
    jobs: dict[str, JobFunction] = {
        **BUILT_IN,
        "python_facts": files.python_facts,
        "name_uses": _name_uses,
        "held_values": _held_values,
        "import_steps": _import_steps,
        "answer_reads": files.answer_reads,
        "reached_names": files.reached_names,
    }
    if setup["notebooks"]:
        notebook_facts = importlib.import_module("bot.rules.engine.notebook_facts").notebook_facts
        jobs["notebook_facts"] = partial(files.facts, notebook_facts)
    if setup["forms"]:
        importlib.import_module("bot.scan.manifests.forms").bring_in(map(ManifestForm, setup["forms"]))
        manifest_facts = importlib.import_module("bot.rules.engine.manifest_facts").manifest_facts
        jobs["manifest_facts"] = partial(files.manifest, manifest_facts)
    if setup["configured"]:
        importlib.import_module("pathspec")  # what the patterns are checked with
        read_configuration: ReadConfiguration = importlib.import_module("bot.configuration_file").read_configuration
        jobs["configuration"] = partial(_configuration, read_configuration)
    if setup["targets"] is not None:
        consulting_jobs = importlib.import_module("bot.analyser.consulting_jobs").consulting_jobs
        jobs |= consulting_jobs(files.surface, setup["targets"])
    if setup["rewriting"]:
        jobs |= importlib.import_module("bot.analyser.rewriting_jobs").rewriting_jobs(files.surface)
    return jobs


class _FileJobs:
    def __init__(self, packs: Mapping[str, str]) -> None:
        self._packs = packs
        self._surfaces: dict[str, SurfaceIndex] = {}

    def surface(self, pack: str) -> SurfaceIndex:
        """The pack of the id, read when the first job names it: most runs find one library."""
        found = self._surfaces.get(pack)
        if found is None:
            found = self._surfaces[pack] = SurfaceIndex(read_json(Pack, self._packs[pack]))
        return found

    def python_facts(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        return self.facts(python_facts, parameters, payloads)

    def facts(
        self, facts_of: Callable[..., FileFacts], parameters: dict[str, Any], payloads: tuple[bytes, ...]
    ) -> Finished:
        """The facts of a Python file or a notebook."""
        reached = {
            module: [read(Export, export) for export in found] for module, found in parameters["reached"].items()
        }
        given = [read(Passed, passed) for passed in parameters["given"]]
        held = [read(Held, one) for one in parameters["held"]]
        surface, path = self.surface(parameters["pack"]), parameters["path"]
        try:
            vendored = bool(parameters["vendored"])
            facts = facts_of(path, payloads[0], surface, reached, given, held=held, vendored=vendored)
        except (RecursionError, MemoryError):
            facts = FileFacts(failed=Bail.ANALYSER_DIED)
        return Finished(facts)

    def answer_reads(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        """How a file reads an answer that another one hands on to it."""
        surface, package = self.surface(parameters["pack"]), package_of(parameters["path"])
        shapes = next(one for one in map(shapes_of, surface.pack.changes) if one is not None)
        try:
            return Finished(answer_reads(payloads[0], surface, package, shapes, read(HandedOn, parameters["handed"])))
        except (RecursionError, MemoryError):
            return Finished(AnswerReads())

    def reached_names(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        """Which names of other modules a file may reach."""
        library = frozenset(self.surface(parameters["pack"]).pack.old.modules)
        try:
            return Finished(reached_names(payloads[0], parameters["names"], library))
        except (RecursionError, MemoryError):
            return Finished(ReachedNames(names=tuple(sorted(parameters["names"]))))

    def manifest(
        self, facts_of: Callable[..., ManifestFacts], parameters: dict[str, Any], payloads: tuple[bytes, ...]
    ) -> Finished:
        """The facts of a dependency file."""
        pack = self.surface(parameters["pack"]).pack
        return Finished(facts_of(ManifestForm(parameters["form"]), payloads[0], pack))


def _name_uses(parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    names = frozenset(parameters["names"])
    try:
        return Finished(name_uses(payloads[0], names))
    except (RecursionError, MemoryError):
        return Finished(NameUses(otherwise=tuple(sorted(names))))


def _held_values(parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    try:
        return Finished(held_values(payloads[0], parameters["names"]))
    except (RecursionError, MemoryError):
        return Finished(HeldValues())


def _import_steps(parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    del parameters
    try:
        return Finished(import_steps(payloads[0]))
    except (RecursionError, MemoryError):
        return Finished(ImportSteps(readable=False))


def _configuration(read: ReadConfiguration, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    return Finished(read(payloads[0], frozenset(parameters["known_packs"])))
