"""What the dependency files of a tree say under one pack. A generator of wants, like the survey of the code."""

from collections.abc import Generator, Iterable, Mapping

from bot.models.limitation import Limitation
from bot.models.struct import Frozen
from bot.models.want import Analyse, Analysed, Answer, Job, Search, SearchResult, Want
from bot.packs.surface import SurfaceIndex
from bot.scan.manifests.facts import ManifestFacts
from bot.scan.manifests.selection import ManifestForm, is_unread_form, manifest_form


class ManifestSurvey(Frozen):
    """The dependency files of a tree under one pack, by path.

    `unread` name the library in a form that is not read yet, `named` in a place that is no declaration.
    """

    facts: dict[str, ManifestFacts]
    forms: dict[str, ManifestForm]
    sources: dict[str, bytes]
    unread: tuple[str, ...]
    limitations: tuple[Limitation, ...]

    @property
    def named(self) -> list[str]:
        """The files that name the library beside their declarations."""
        return sorted(path for path, found in self.facts.items() if found.named_elsewhere)

    def declaring(self, paths: Iterable[str]) -> set[str]:
        """Those of the paths whose form says what code depends on: no lock file, and none that is reported only."""
        return {path for path in paths if self.forms[path].declares}


def survey_manifests(
    surface: SurfaceIndex, selected: tuple[str, ...], overlay: Mapping[str, bytes], *, used: bool
) -> Generator[Want, Answer, ManifestSurvey]:
    """Read the dependency files, and those that they include.

    They are not even parsed where neither code (`used`) nor any of them names the library; lock files, and files that
    are reported only, where they do not name it themselves; a lock file alone is no use of the library, since another
    package may bring it in.
    """
    limitations: list[Limitation] = []
    forms, naming = yield from _found(surface, selected, limitations)
    matters = used or any(not forms[path].is_lock for path in naming)
    read = [path for path, form in forms.items() if matters and (form.declares or path in naming)]
    facts: dict[str, ManifestFacts] = {}
    sources: dict[str, bytes] = {}
    jobs = tuple(_job(path, forms[path], surface.head.id, overlay.get(path)) for path in read)
    if jobs:
        answers = yield Analyse(jobs, "reading")
        assert isinstance(answers, tuple)
        for job, answer in zip(jobs, answers, strict=True):
            if isinstance(answer, Analysed):
                assert isinstance(answer.result, ManifestFacts)
                facts[job.path], sources[job.path] = answer.result, answer.source
            elif answer.limitation is not None:
                limitations.append(answer.limitation)
            else:
                facts[job.path] = ManifestFacts(names_old=job.path in naming, failed=answer.bail)
    unread = yield from _naming_the_library(surface, [path for path in selected if is_unread_form(path)], limitations)
    return ManifestSurvey(facts, forms, sources, tuple(unread), tuple(limitations))


def _found(
    surface: SurfaceIndex, selected: tuple[str, ...], limitations: list[Limitation]
) -> Generator[Want, Answer, tuple[dict[str, ManifestForm], set[str]]]:
    """The dependency files with their forms, included ones after those that include them; and which name the library.

    Every round searches files that none before did, so circles of includes end.
    """
    forms = {path: form for path in selected if (form := manifest_form(path)) is not None}
    known = frozenset(selected)
    naming: set[str] = set()
    fresh = dict(forms)
    while fresh:
        answer = yield Search(tuple(fresh), _names(surface), spelt_freely=True, includes=fresh)
        assert isinstance(answer, SearchResult)
        limitations += answer.limitations
        naming |= answer.hits.keys()
        included = {path for paths in answer.includes.values() for path in paths} & known - forms.keys()
        fresh = {path: ManifestForm.REQUIREMENTS_TXT for path in sorted(included) if not path.endswith(".py")}
        forms |= fresh
    return forms, naming


def _naming_the_library(
    surface: SurfaceIndex, paths: list[str], limitations: list[Limitation]
) -> Generator[Want, Answer, list[str]]:
    """Those of the files in which the old library's name stands; what could not be read joins the limitations."""
    if not paths:
        return []
    answer = yield Search(tuple(paths), _names(surface), spelt_freely=True)
    assert isinstance(answer, SearchResult)
    limitations += answer.limitations
    return sorted(answer.hits)


def _names(surface: SurfaceIndex) -> tuple[bytes, ...]:
    return tuple(name.encode() for name in surface.head.old_names)


def _job(path: str, form: ManifestForm, pack: str, data: bytes | None) -> Job:
    parameters = {"pack": pack, "form": form.value}
    return Job("manifest_facts", path, parameters, ManifestFacts, data, remembered=True)
