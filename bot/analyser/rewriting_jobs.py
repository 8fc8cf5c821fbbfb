"""The jobs that write: what only a run that plans brings into its children, LibCST among it."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.analyser.jobs import Finished, JobFunction
from bot.models.reading import read
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.file_facts import is_stable
from bot.rules.engine.fitting import rewrite_fitted
from bot.rules.engine.manifest_writing import manifest_offer, rewrite_manifest, wanted_by
from bot.scan.facts import Replacement, Rewritten
from bot.scan.line_lengths import line_lengths
from bot.scan.manifests.forms import bring_in
from bot.scan.manifests.selection import ManifestForm
from bot.vocabulary import Bail


def rewriting_jobs(surface_of: Callable[[str], SurfaceIndex]) -> Mapping[str, JobFunction]:
    """By name; a pack is asked for by its id."""
    bring_in(ManifestForm)
    jobs = _RewritingJobs(surface_of)
    return {
        "rewrite": jobs.rewrite,
        "rewrite_manifest": jobs.rewrite_manifest,
        "manifest_offer": jobs.manifest_offer,
        "line_lengths": _line_lengths,
    }


class _RewritingJobs:
    def __init__(self, surface_of: Callable[[str], SurfaceIndex]) -> None:
        self._surface_of = surface_of

    def rewrite(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        """The rewritten bytes, checked: they compile, read nothing unbound, and a second run changes nothing."""
        replacements = [read(Replacement, replacement) for replacement in parameters["replacements"]]
        try:
            result = rewrite_fitted(payloads[0], replacements, parameters["line_length"])
        except (RecursionError, MemoryError):
            result = Bail.ANALYSER_DIED
        if isinstance(result, Bail):
            return Finished(Rewritten(bail=result))
        data, fitted = result
        if not is_stable(data, self._surface_of(parameters["pack"]), {}, parameters["path"]):
            return Finished(Rewritten(bail=Bail.RESULT_NOT_STABLE))
        return Finished(Rewritten(bail=None, fitted=fitted), (data,))

    def manifest_offer(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        """What could be written into the dependency file."""
        pack = self._surface_of(parameters["pack"]).pack
        return Finished(manifest_offer(ManifestForm(parameters["form"]), payloads[0], pack))

    def rewrite_manifest(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        """The rewritten bytes of a dependency file."""
        replacements = [read(Replacement, replacement) for replacement in parameters["replacements"]]
        added = read(Replacement, parameters["added"]) if parameters["added"] is not None else None
        wanted = wanted_by(self._surface_of(parameters["pack"]).pack)
        result = rewrite_manifest(ManifestForm(parameters["form"]), payloads[0], replacements, added, wanted)
        if isinstance(result, Bail):
            return Finished(Rewritten(bail=result))
        return Finished(Rewritten(bail=None), (result,))


def _line_lengths(parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    text = payloads[0].decode("utf-8-sig", "replace")
    return Finished(line_lengths(parameters["name"], text))
