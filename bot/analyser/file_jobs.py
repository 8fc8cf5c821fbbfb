"""The jobs that read a repository's files: the registry that runs are given (`run_setup`).

Every function here runs in the confined child. What a file cannot be blamed for is left to raise.
"""

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from bot.analyser.jobs import BUILT_IN, Finished, JobFunction, Jobs
from bot.models.light_record import LightRecord
from bot.models.reading import read
from bot.packs.schema import Pack
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.file_facts import is_stable, python_facts
from bot.rules.engine.kinds import rule_kinds
from bot.rules.engine.manifest_facts import manifest_facts, manifest_offer, rewrite_manifest, wanted_by
from bot.rules.engine.notebook_facts import notebook_facts
from bot.scan.facts import Export, FileFacts, Fitted, NameUses, Passed, Replacement, Rewritten
from bot.scan.formatter_settings import line_lengths
from bot.scan.manifests.selection import ManifestForm
from bot.scan.name_uses import name_uses
from bot.vocabulary import Bail

ReadConfiguration: TypeAlias = Callable[[bytes, frozenset[str]], LightRecord]
Rewrite: TypeAlias = Callable[[bytes, list[Replacement], int | None], "tuple[bytes, tuple[Fitted, ...]] | Bail"]


def registry(setup: dict[str, Any]) -> Jobs:
    """The jobs by name, over the packs of the run."""
    rule_kinds()
    packs = [read(Pack, pack) for pack in setup["packs"]]
    surfaces: dict[str, SurfaceIndex] = {pack.id: SurfaceIndex(pack) for pack in packs}
    files = _FileJobs(surfaces)
    jobs: dict[str, JobFunction] = {
        **BUILT_IN,
        "python_facts": files.python_facts,
        "notebook_facts": files.notebook_facts,
        "manifest_facts": files.manifest_facts,
        "name_uses": _name_uses,
    }
    if setup["configured"]:
        importlib.import_module("pathspec")  # what the patterns are checked with
        read_configuration: ReadConfiguration = importlib.import_module("bot.configuration_file").read_configuration
        jobs["configuration"] = partial(_configuration, read_configuration)
    if setup["rewriting"]:
        rewrite: Rewrite = importlib.import_module("bot.rules.engine.fitting").rewrite_fitted
        jobs |= {"rewrite": partial(files.rewrite, rewrite), "rewrite_manifest": files.rewrite_manifest}
        jobs["line_lengths"] = _line_lengths
        jobs["manifest_offer"] = files.manifest_offer
    return jobs


class _FileJobs:
    def __init__(self, surfaces: Mapping[str, SurfaceIndex]) -> None:
        self._surfaces = surfaces

    def python_facts(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        return self._facts(python_facts, parameters, payloads[0])

    def notebook_facts(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        return self._facts(notebook_facts, parameters, payloads[0])

    def _facts(self, facts_of: Callable[..., FileFacts], parameters: dict[str, Any], data: bytes) -> Finished:
        reached = {
            module: [read(Export, export) for export in found] for module, found in parameters["reached"].items()
        }
        given = [read(Passed, passed) for passed in parameters["given"]]
        surface = self._surfaces[parameters["pack"]]
        try:
            facts = facts_of(parameters["path"], data, surface, reached, given, vendored=bool(parameters["vendored"]))
        except (RecursionError, MemoryError):
            facts = FileFacts(failed=Bail.ANALYSER_DIED)
        return Finished(facts)

    def rewrite(self, rewrite: Rewrite, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        """The rewritten bytes, checked: they compile, read nothing unbound, and a second run changes nothing."""
        replacements = [read(Replacement, replacement) for replacement in parameters["replacements"]]
        try:
            result = rewrite(payloads[0], replacements, parameters["line_length"])
        except (RecursionError, MemoryError):
            result = Bail.ANALYSER_DIED
        if isinstance(result, Bail):
            return Finished(Rewritten(bail=result))
        data, fitted = result
        if not is_stable(data, self._surfaces[parameters["pack"]], {}, parameters["path"]):
            return Finished(Rewritten(bail=Bail.RESULT_NOT_STABLE))
        return Finished(Rewritten(bail=None, fitted=fitted), (data,))

    def manifest_facts(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        pack = self._surfaces[parameters["pack"]].pack
        return Finished(manifest_facts(ManifestForm(parameters["form"]), payloads[0], pack))

    def manifest_offer(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        pack = self._surfaces[parameters["pack"]].pack
        return Finished(manifest_offer(ManifestForm(parameters["form"]), payloads[0], pack))

    def rewrite_manifest(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        replacements = [read(Replacement, replacement) for replacement in parameters["replacements"]]
        added = read(Replacement, parameters["added"]) if parameters["added"] is not None else None
        wanted = wanted_by(self._surfaces[parameters["pack"]].pack)
        result = rewrite_manifest(ManifestForm(parameters["form"]), payloads[0], replacements, added, wanted)
        if isinstance(result, Bail):
            return Finished(Rewritten(bail=result))
        return Finished(Rewritten(bail=None), (result,))


def _name_uses(parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    names = frozenset(parameters["names"])
    try:
        return Finished(name_uses(payloads[0], names))
    except (RecursionError, MemoryError):
        return Finished(NameUses(otherwise=tuple(sorted(names))))


def _line_lengths(parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    text = payloads[0].decode("utf-8-sig", "replace")
    return Finished(line_lengths(parameters["name"], text))


def _configuration(read: ReadConfiguration, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    return Finished(read(payloads[0], frozenset(parameters["known_packs"])))
