"""Rewritings that count on seeing every use of a name: they hold only while no other file uses it.

Another file does where it spells the name, and anything imports the module; that may be another thing of the name, so
too much is withheld rather than too little. A generator of wants: files are searched where a rewriting asks for it.
"""

from collections import defaultdict
from collections.abc import Generator, Mapping

from bot.models.struct import altered
from bot.models.want import Analyse, Analysed, Answer, Imported, Job, ReadImports, Search, SearchResult, Want
from bot.plan.draft import FileDraft
from bot.scan.facts import Judgement, NameUses, ReachedNames, Takes
from bot.scan.repository import ModuleIndex
from bot.scan.source_kinds import is_notebook
from bot.vocabulary import Bail


def withhold_called_elsewhere(
    drafts: Mapping[str, FileDraft], paths: tuple[str, ...], pack: str
) -> Generator[Want, Answer, dict[str, FileDraft]]:
    """The drafts, with such a rewriting withheld where another file of the tree (`paths`) may use the name, or may pass
    something else to a function than the rewriting counts on.
    """
    judgements = [judgement for draft in drafts.values() for judgement in draft.judgements]
    if not any(judgement.within_file or judgement.takes for judgement in judgements):
        return dict(drafts)
    importers = yield from importers_of(paths)
    counted = {path: _counted(draft, imported=bool(importers[path] - {path})) for path, draft in drafts.items()}
    words = sorted({name.lstrip(".") for each in counted.values() for name in each})
    spelt: Answer = SearchResult({}, ())
    if words:
        spelt = yield Search(paths, tuple(word.encode() for word in words), whole_words=True)
    assert isinstance(spelt, SearchResult)
    uses = yield from _uses({one.name.lstrip(".") for judgement in judgements for one in judgement.takes}, spelt)
    reached = yield from reached_by(frozenset().union(*counted.values()), spelt, pack)
    checked = {path: _checked(draft, counted[path], reached) for path, draft in drafts.items()}
    return {path: _checked_calls(draft, counted[path], uses) for path, draft in checked.items()}


def importers_of(paths: tuple[str, ...]) -> Generator[Want, Answer, Mapping[str, set[str]]]:
    """The files that may import each file."""
    imported = yield ReadImports(paths)
    assert isinstance(imported, Imported)
    modules = ModuleIndex(paths)
    importers: dict[str, set[str]] = defaultdict(set)
    for path, names in imported.names.items():
        for name in names:
            for owner in modules.find(name):
                importers[owner].add(path)
    return importers


def _counted(draft: FileDraft, *, imported: bool) -> frozenset[str]:
    """The names that matter: those of the module where something imports it; those behind a dot wherever objects go."""
    names = {name for judgement in draft.judgements for name in judgement.within_file}
    names |= {one.name for judgement in draft.judgements for one in judgement.takes}
    return frozenset(name for name in names if imported or name.startswith("."))


def reached_by(
    names: frozenset[str], spelt: SearchResult, pack: str
) -> Generator[Want, Answer, dict[str, frozenset[str]]]:
    """Which of the names (members with a dot before) each file that spells one may reach; a notebook reaches all."""
    asked = {
        path: sorted(name for name in names if name.lstrip(".").encode() in words)
        for path, words in sorted(spelt.hits.items())
    }
    jobs = tuple(
        Job("reached_names", path, {"pack": pack, "names": found}, ReachedNames)
        for path, found in asked.items()
        if found and not is_notebook(path)
    )
    reached = {path: frozenset(found) for path, found in asked.items()}
    if jobs:
        answers = yield Analyse(jobs, "planning")
        assert isinstance(answers, tuple)
        for job, answer in zip(jobs, answers, strict=True):
            if isinstance(answer, Analysed) and isinstance(answer.result, ReachedNames):
                reached[job.path] = frozenset(answer.result.names)
    return reached


def _uses(names: set[str], spelt: SearchResult) -> Generator[Want, Answer, dict[str, NameUses]]:
    """What each file that spells one of the names does with it."""
    paths = sorted(path for path, words in spelt.hits.items() if names & {word.decode() for word in words})
    if not paths:
        return {}
    jobs = tuple(Job("name_uses", path, {"names": sorted(names)}, NameUses) for path in paths)
    answers = yield Analyse(jobs, "planning")
    assert isinstance(answers, tuple)
    unseen = NameUses(otherwise=tuple(sorted(names)))
    found = (one.result if isinstance(one, Analysed) else unseen for one in answers)
    return {path: one if isinstance(one, NameUses) else unseen for path, one in zip(paths, found, strict=True)}


def _checked_calls(draft: FileDraft, counted: frozenset[str], uses: Mapping[str, NameUses]) -> FileDraft:
    elsewhere = [one for path, one in uses.items() if path != draft.path]
    judgements = tuple(
        Judgement(change=judgement.change, bail=Bail.ARGUMENTS_NOT_KNOWN)
        if judgement.bail is None and not all(_is_passed_alike(one, counted, elsewhere) for one in judgement.takes)
        else judgement
        for judgement in draft.judgements
    )
    return altered(draft, judgements=judgements)


def _is_passed_alike(takes: Takes, counted: frozenset[str], elsewhere: list[NameUses]) -> bool:
    """Whether the function is called at all, and in other files only with what it may be called with."""
    name = takes.name.lstrip(".")
    calls = [call for uses in elsewhere for call in uses.calls if call.name == name] if takes.name in counted else []
    otherwise = takes.name in counted and any(name in uses.otherwise for uses in elsewhere)
    passed = {keyword for call in calls for keyword in call.keywords}
    hidden = any(call.hidden for call in calls)
    return (takes.called or bool(calls)) and not otherwise and not hidden and passed <= {*takes.keywords}


def withhold_set_elsewhere(
    drafts: Mapping[str, FileDraft], paths: tuple[str, ...]
) -> Generator[Want, Answer, dict[str, FileDraft]]:
    """The drafts, with a rewriting withheld where another file that uses the library (`paths`) holds the text that it
    must not.
    """
    texts = {text for draft in drafts.values() for judgement in draft.judgements for text in judgement.not_elsewhere}
    if not texts or len(paths) < 2:
        return dict(drafts)
    found = yield Search(paths, tuple(sorted(text.encode() for text in texts)))
    assert isinstance(found, SearchResult)
    settled = {}
    for path, draft in drafts.items():
        there = frozenset(text.decode() for other, hits in found.hits.items() if other != path for text in hits)
        judgements = tuple(
            Judgement(change=judgement.change, bail=Bail.SETTING_MADE_ELSEWHERE)
            if judgement.bail is None and not there.isdisjoint(judgement.not_elsewhere)
            else judgement
            for judgement in draft.judgements
        )
        settled[path] = altered(draft, judgements=judgements)
    return settled


def _checked(draft: FileDraft, names: frozenset[str], reached: Mapping[str, frozenset[str]]) -> FileDraft:
    elsewhere = names & frozenset().union(*(found for path, found in reached.items() if path != draft.path))
    return altered(draft, judgements=tuple(_withheld(judgement, elsewhere) for judgement in draft.judgements))


def _withheld(judgement: Judgement, elsewhere: frozenset[str]) -> Judgement:
    if judgement.bail is None and not elsewhere.isdisjoint(judgement.within_file):
        return Judgement(change=judgement.change, bail=Bail.CALLED_ELSEWHERE, relied_on=judgement.relied_on)
    return judgement
