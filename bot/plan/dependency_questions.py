"""What a person has to decide about the dependency files of a repository, and what the answers change there.

The code moves all the same; what waits for an answer is a line of a dependency file. Two kinds of questions:
`declare/<distribution>` where code moves to the new library and nothing that serves it declares it, one for each part
of the repository that has dependency files of its own (behind `@`), and `python-floor/<distribution>` where a line
waits because the project promises a Python that is too old. An answer to one may bring the other, or take it away.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from bot.models.limitation import Limitation, limitation
from bot.models.question import Question
from bot.models.struct import Frozen, Mutable, altered, anew
from bot.models.want import Analyse, Analysed, Answer, Job, Want
from bot.packs.schema import Pack
from bot.plan.answering import Decided, key_of_part
from bot.plan.draft import Answered, FileDraft
from bot.plan.drafting import IsExecutable
from bot.plan.manifest_survey import ManifestSurvey
from bot.plan.manifests import is_floored, moving_lines, scope, serves, settle_manifests, undeclared_beside
from bot.scan.manifests.facts import ManifestOffer
from bot.vocabulary import AnswerWord, Bail, LimitationCode

MOST_NAMED = 20
_MOST_TRIED = 60
"""So many dependency files a part are read once more to see whether a line can be put in."""

_WORDS = frozenset(map(str, AnswerWord))
"""A file of such a name, which an include may bring in, could not be told from the answer."""

_CONSTRAINTS = "constraints"
"""A constraints file says which release is installed, not that one is (pip, "Constraints Files")."""


class _Part(Frozen):
    """Files that move and are served by no declaration. `beside` are the files that declare the old library for them,
    `key` that of the question.
    """

    key: str
    files: tuple[str, ...]
    beside: tuple[str, ...]


class DependencyQuestions(Mutable):
    """The dependency files of one pack. `base` are their drafts before anything is decided, `code` those of the code
    with its fate settled. `offers` and `places` (key of a question to the files that may be its answer) fill as it is
    asked.
    """

    pack: Pack
    survey: ManifestSurvey
    base: Mapping[str, FileDraft]
    code: Mapping[str, FileDraft]
    is_executable: IsExecutable
    offers: dict[str, ManifestOffer] = anew(dict)
    places: dict[str, tuple[str, ...]] = anew(dict)

    # ---- what is asked

    def ask(self, decided: Decided) -> Generator[Want, Answer, list[Question]]:
        """What is open once so much is decided: where to declare first, since that may bring the other."""
        drafts = self.drafts(decided)
        questions = []
        for part in self._parts(drafts, decided):
            tried = (part.beside or self._nearest_first(part))[:_MOST_TRIED]
            yield from self._look_at(tried)
            questions.append(self._where(part, [path for path in tried if self.offers[path].declaration is not None]))
        floors = self._holding(drafts, decided)
        if floors:
            yield from self._look_at(floors)
            questions.append(self._whether(floors))
        return questions

    def _look_at(self, paths: Sequence[str]) -> Generator[Want, Answer, None]:
        unknown = [path for path in paths if path not in self.offers]
        # A file that could not be read has no bytes here, and takes no answer.
        read = [path for path in unknown if path in self.survey.sources]
        self.offers |= {path: ManifestOffer() for path in unknown if path not in self.survey.sources}
        if read:
            answers = yield Analyse(tuple(map(self._job, read)), "reading")
            assert isinstance(answers, tuple)
            for path, answer in zip(read, answers, strict=True):
                offered = answer.result if isinstance(answer, Analysed) else ManifestOffer()
                assert isinstance(offered, ManifestOffer)
                self.offers[path] = offered

    def _job(self, path: str) -> Job:
        parameters = {"pack": self.pack.id, "form": self.survey.forms[path].value}
        return Job("manifest_offer", path, parameters, ManifestOffer, self.survey.sources[path])

    def _where(self, part: _Part, places: Sequence[str]) -> Question:
        self.places[part.key] = tuple(places)
        every = (AnswerWord.EVERY,) if part.beside and len(places) > 1 else ()
        why = (
            f"Files move to {self.pack.new.distribution} while {self.pack.old_name} stays declared for others."
            if part.beside
            else f"The code uses {self.pack.old_name}, and no dependency file that was read declares it."
        )
        asks = f"In which file shall {_wanted(self.pack)} be declared?"
        if not places:
            asks = f"None that was read can take {_wanted(self.pack)}: declare it by hand where the project does."
        return Question(
            key=part.key,
            sentence=f"{why} {asks}",
            allowed=(*places[:MOST_NAMED], *every, AnswerWord.LEAVE),
            evidence=part.files[:MOST_NAMED],
            answer=None,
            answered_by=None,
        )

    def _whether(self, floors: Sequence[str]) -> Question:
        possible = all(self.offers[path].python for path in floors)
        return Question(
            key=self._floor_key,
            sentence=f"{_wanted(self.pack)} needs Python {self.pack.new.python} or later, and the project promises an "
            f"older one. Shall the project's floor rise?",
            allowed=(*((AnswerWord.RAISE,) if possible else ()), AnswerWord.LEAVE),
            evidence=tuple(f"{path}: Python {self.survey.facts[path].lowest_python}" for path in floors[:MOST_NAMED]),
            answer=None,
            answered_by=None,
        )

    @property
    def _floor_key(self) -> str:
        return f"python-floor/{self.pack.new.distribution}"

    # ---- what is open

    def _parts(self, drafts: Mapping[str, FileDraft], decided: Decided) -> list[_Part]:
        """The parts of the repository where code moves and nothing declares the new library, the outermost first."""
        moved = self._moved()
        declares = self._declaring(drafts)
        files: dict[PurePosixPath, list[str]] = {}
        beside: dict[PurePosixPath, list[str]] = {}
        if self.base:
            floors = self._in_force(decided)
            readable = [path for path in self.survey.declaring(self.base) if self._is_readable(path)]
            staying = [path for path in readable if path not in _WORDS and not is_floored(path, floors)]
            for path in self._beside(drafts, staying):
                beside.setdefault(scope(path), []).append(path)
                files[scope(path)] = [one for one in moved if serves(path, one)]
        elif not self.survey.unread and not self.survey.named and not self._declared_before():
            candidates = {scope(path) for path in self._candidates()}
            for path in moved:
                if not any(serves(other, path) for other in declares):
                    around = [folder for folder in candidates if PurePosixPath(path).is_relative_to(folder)]
                    files.setdefault(max(around, key=_depth, default=PurePosixPath()), []).append(path)
        key = f"declare/{self.pack.new.distribution}"
        return [
            _Part(key_of_part(key, folder), tuple(sorted(files[folder])), tuple(beside.get(folder, ())))
            for folder in sorted(files, key=lambda folder: (_depth(folder), folder))
            if key_of_part(key, folder) not in decided
        ]

    def _moved(self) -> list[str]:
        return [draft.path for draft in self.code.values() if draft.moves]

    def _declaring(self, drafts: Mapping[str, FileDraft]) -> set[str]:
        """The files that declare the new library, before the run or after it."""
        return {path for path, found in self.survey.facts.items() if found.declares_new} | moving_lines(drafts)

    def _beside(self, drafts: Mapping[str, FileDraft], staying: Iterable[str]) -> list[str]:
        """Those of the files in which the new library is wanted beside the old one; of one distribution in none."""
        if self.pack.is_one_distribution:
            return []
        return undeclared_beside(staying, self._moved(), self._declaring(drafts))

    def _is_readable(self, path: str) -> bool:
        return path in self.survey.sources and self.survey.facts[path].failed is None

    def _declared_before(self) -> bool:
        return any(found.declares_new for found in self.survey.facts.values())

    def _candidates(self) -> list[str]:
        """The dependency files that may say what code depends on: readable, no constraints, no file of the code."""
        using = {draft.path for draft in self.code.values() if draft.actionable}
        return [
            path
            for path in sorted(self.survey.declaring(self.survey.sources))
            if self._is_readable(path)
            and _CONSTRAINTS not in PurePosixPath(path).name
            and path not in using
            and path not in _WORDS
        ]

    def _nearest_first(self, part: _Part) -> list[str]:
        """Those that serve the files of the part first, the innermost of them before the others; then all others."""

        def order(path: str) -> tuple[bool, int, str]:
            near = all(serves(path, one) for one in part.files)
            return (not near, -_depth(scope(path)) if near else 0, path)

        return sorted(self._candidates(), key=order)

    def _holding(self, drafts: Mapping[str, FileDraft], decided: Decided) -> list[str]:
        """The files whose promise about Python holds back a line that would move without it, or one to be put in."""
        held = {path for path, draft in drafts.items() if Bail.PYTHON_FLOOR_TOO_LOW in draft.withheld_words}
        free = settle_manifests(self.base, self.survey, self.code.values(), ())
        waiting = held & (moving_lines(free) | set(self._beside(free, self.survey.declaring(self.base))))
        waiting |= {path for path, _ in self._additions(decided)}
        return sorted(path for path in self._in_force(decided) if any(is_floored(one, [path]) for one in waiting))

    def _in_force(self, decided: Decided) -> list[str]:
        raised = decided.get(self._floor_key) == AnswerWord.RAISE
        return [
            path
            for path, found in self.survey.facts.items()
            if found.lowest_python is not None and not (raised and path in self.offers and self.offers[path].python)
        ]

    # ---- what is decided

    def drafts(self, decided: Decided) -> dict[str, FileDraft]:
        """The drafts with everything that is decided."""
        floors = self._in_force(decided)
        drafts = settle_manifests(self.base, self.survey, self.code.values(), floors)
        for path, key in self._additions(decided):
            added = self.offers[path].declaration
            if added is not None and not is_floored(path, floors):
                drafts[path] = self._with(drafts.get(path), path, Answered(key, added, adds=True))
        moving = moving_lines(drafts)
        for path in sorted(self._raised(decided)):
            if any(is_floored(one, [path]) for one in moving):
                for replacement in self.offers[path].python or ():
                    drafts[path] = self._with(drafts.get(path), path, Answered(self._floor_key, replacement))
        return drafts

    def _raised(self, decided: Decided) -> set[str]:
        floors = {path for path, found in self.survey.facts.items() if found.lowest_python is not None}
        return floors - set(self._in_force(decided))

    def _additions(self, decided: Decided) -> Iterator[tuple[str, str]]:
        """The files that are to declare the new library, each once, with the key of the question."""
        found: dict[str, str] = {}
        for key, allowed in self.places.items():
            answer = decided.get(key, AnswerWord.LEAVE)
            for path in allowed if answer == AnswerWord.EVERY else (answer,):
                if path in allowed:
                    found.setdefault(path, key)
        yield from found.items()

    def _with(self, draft: FileDraft | None, path: str, answered: Answered) -> FileDraft:
        there = draft or FileDraft(path, (), (), self.survey.sources[path], self.is_executable(path))
        return altered(there, answered=(*there.answered, answered))

    def limitations(self, drafts: Iterable[FileDraft]) -> list[Limitation]:
        """What the answers leave to be looked at."""
        return [
            limitation(LimitationCode.CLASSIFIERS_LEFT, draft.path)
            for draft in drafts
            if any(one.key == self._floor_key for one in draft.answered) and self.offers[draft.path].older_classifiers
        ]


def _wanted(pack: Pack) -> str:
    return f"{pack.new.distribution}{pack.new.specifier}"


def _depth(folder: PurePosixPath) -> int:
    return len(folder.parts)
