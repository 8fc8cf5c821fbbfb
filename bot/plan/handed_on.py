"""Answers that go to other files, by what a function gives back or is called with: they move only where each read there
is one that the new answer has as well, or one that a dict has, which the answer is made then.

A generator of wants: files are looked at where a rewriting hands something on.
"""

from collections.abc import Generator, Iterable, Mapping

from bot.models.struct import Frozen, altered
from bot.models.want import Analyse, Analysed, Answer, Job, Search, SearchResult, Want
from bot.models.writing import plain
from bot.plan.draft import FileDraft
from bot.plan.within_file import importers_of, reached_by
from bot.scan.facts import AnswerReads, HandedOn, Judgement
from bot.scan.repository import ModuleIndex
from bot.scan.source_kinds import is_notebook
from bot.vocabulary import Bail


class _Going(Frozen):
    """What a file hands on, and the files that may read it; None where they are not known."""

    path: str
    handed: HandedOn
    to: tuple[str, ...] | None


def withhold_read_otherwise(
    drafts: Mapping[str, FileDraft], paths: tuple[str, ...], pack: str
) -> Generator[Want, Answer, dict[str, FileDraft]]:
    """The drafts, with a rewriting withheld where another file of the tree (`paths`) reads what is handed on to it in a
    way that is not understood, and with the answer made a dict where it is read like one.
    """
    handed = {
        (path, one): None
        for path, draft in drafts.items()
        for judgement in draft.judgements
        if judgement.bail is None
        for one in judgement.handed
    }
    if not handed:
        return dict(drafts)
    importers = yield from importers_of(paths)
    going = yield from _going(handed, paths, importers)
    reads = yield from _reads(going, pack)
    used = yield from _used_elsewhere(reads, paths, importers, pack)
    settled = {(one.path, one.handed): _settled(one, reads, used) for one in going}
    return {
        path: altered(
            draft,
            judgements=tuple(
                _judged(judgement, [settled[path, one] for one in judgement.handed])
                if judgement.bail is None and judgement.handed
                else judgement
                for judgement in draft.judgements
            ),
        )
        for path, draft in drafts.items()
    }


def _going(
    handed: Iterable[tuple[str, HandedOn]], paths: tuple[str, ...], importers: Mapping[str, set[str]]
) -> Generator[Want, Answer, list[_Going]]:
    modules = ModuleIndex(paths)
    words = sorted({one.name.lstrip(".") for _, one in handed if not one.is_passed})
    spelt: Answer = SearchResult({}, ())
    if words:
        spelt = yield Search(paths, tuple(word.encode() for word in words), whole_words=True)
    assert isinstance(spelt, SearchResult)
    found = []
    for path, one in handed:
        if one.is_passed:
            owners = modules.find(one.name.rpartition(".")[0])
            found.append(_Going(path, one, owners if len(owners) == 1 else None))
            continue
        word = one.name.lstrip(".").encode()
        reached = one.name.startswith(".") or bool(importers.get(path, set()) - {path})
        to = tuple(sorted(other for other, hits in spelt.hits.items() if word in hits and other != path))
        found.append(_Going(path, one, to if reached else ()))
    return found


_Reads = Mapping[tuple[str, HandedOn], AnswerReads]
"""How a file reads what is handed on to it."""


def _reads(going: Iterable[_Going], pack: str) -> Generator[Want, Answer, _Reads]:
    wanted = sorted(
        {(path, one.handed) for one in going for path in one.to or ()},
        key=lambda each: (each[0], each[1].name, each[1].holds),
    )
    jobs = tuple(
        Job("answer_reads", path, {"pack": pack, "path": path, "handed": plain(handed)}, AnswerReads)
        for path, handed in wanted
        if not is_notebook(path)
    )
    if not jobs:
        return {}
    answers = yield Analyse(jobs, "planning")
    assert isinstance(answers, tuple)
    asked = [each for each in wanted if not is_notebook(each[0])]
    return {
        each: answer.result
        for each, answer in zip(asked, answers, strict=True)
        if isinstance(answer, Analysed) and isinstance(answer.result, AnswerReads)
    }


def _used_elsewhere(
    reads: _Reads, paths: tuple[str, ...], importers: Mapping[str, set[str]], pack: str
) -> Generator[Want, Answer, frozenset[str]]:
    """The files whose names for what they were handed are reached from yet another file."""
    counted = {
        (path, name)
        for (path, _), found in reads.items()
        for name in found.within_file
        if name.startswith(".") or importers.get(path, set()) - {path}
    }
    if not counted:
        return frozenset()
    words = sorted({name.lstrip(".") for _, name in counted})
    spelt = yield Search(paths, tuple(word.encode() for word in words), whole_words=True)
    assert isinstance(spelt, SearchResult)
    reached = yield from reached_by(frozenset(name for _, name in counted), spelt, pack)
    return frozenset(
        path for path, name in counted if any(name in found for other, found in reached.items() if other != path)
    )


class _Settled(Frozen):
    """What came of something that was handed on: a word, or nothing, or that it is made a dict."""

    bail: Bail | None
    handed: HandedOn | None


def _settled(going: _Going, reads: _Reads, used: frozenset[str]) -> _Settled:
    word = Bail.CALLED_ELSEWHERE if going.handed.called and not going.handed.is_passed else Bail.ANSWER_LEAVES
    to = going.to
    if to is None or (not to and not going.handed.called):
        return _Settled(word, None)
    found = [reads.get((path, going.handed), AnswerReads()) if path not in used else AnswerReads() for path in to]
    if all(one.alike for one in found):
        return _Settled(None, None)
    as_dict = going.handed.as_dict is not None and all(one.as_dict for one in found)
    return _Settled(None if as_dict else word, going.handed if as_dict else None)


def _judged(judgement: Judgement, settled: list[_Settled]) -> Judgement:
    word = next((one.bail for one in settled if one.bail is not None), None)
    if word is not None:
        return Judgement(change=judgement.change, bail=word, relied_on=judgement.relied_on)
    made = tuple(one.handed.as_dict for one in settled if one.handed is not None and one.handed.as_dict is not None)
    if not made:
        return judgement
    replacements = (*judgement.replacements, *made)
    return altered(judgement, replacements=replacements, reads_attributes=False, calls=None)
