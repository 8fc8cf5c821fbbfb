"""Where a client comes from in files that make none themselves, where several modules of the repository could hand it.

`client-home/<distribution>`: each module configures the library in its own way, so only a person can choose. The plain
key is about all files that wait; behind `@` it is about one that cannot have its client from where the others do. The
answer changes what is seen of the files, so they are surveyed again with it.
"""

from collections.abc import Callable, Generator, Mapping
from pathlib import PurePosixPath
from typing import TypeAlias

from bot.models.limitation import Limitation, limitation
from bot.models.question import Question
from bot.models.struct import Mutable, altered, anew
from bot.models.want import Answer, Want
from bot.packs.schema import Pack
from bot.plan.answering import Decided, key_of_part
from bot.rules.clients.tables import CLIENT_KIND
from bot.scan.survey import Survey
from bot.vocabulary import AnswerWord, LimitationCode

_MOST_NAMED = 20

Again: TypeAlias = Callable[[Mapping[str, str]], Generator[Want, Answer, Survey]]
"""Surveys the repository with what was chosen: file to the file that it takes its client from."""


def client_name_limitations(pack: Pack, wanted: str | None) -> list[Limitation]:
    """What has to be said of the name that clients are `wanted` to have."""
    makes = any(change.kind == CLIENT_KIND for change in pack.changes)
    told = limitation(LimitationCode.CLIENT_NAME_NOT_USED, detail=f"{pack.id}: {wanted}")
    return [] if wanted is None or makes else [told]


class HomeQuestions(Mutable):
    """The homes of clients under one pack: `first` is the survey in which nothing is chosen, `again` makes one."""

    first: Survey
    again: Again
    chosen: Mapping[str, str] = anew(dict)
    _survey: Survey | None = None

    @property
    def pack(self) -> Pack:
        """The pack that the repository is surveyed under."""
        return self.first.surface.pack

    @property
    def survey(self) -> Survey:
        """The survey with everything that is chosen."""
        return self._survey or self.first

    def ask(self, decided: Decided) -> Generator[Want, Answer, list[Question]]:
        """What is open once so much is decided."""
        self.chosen = self._chosen(decided)
        self._survey = self._told_alike((yield from self.again(self.chosen))) if self.chosen else None
        waiting = [path for path in sorted(self.first.homes) if path not in self.chosen]
        if self._key not in decided:
            return [self._question(self._key, waiting)] if waiting else []
        if decided[self._key] == AnswerWord.LEAVE:
            return []
        asked = [path for path in waiting if self._key_of(path) not in decided]
        return [self._question(self._key_of(path), [path]) for path in asked[:_MOST_NAMED]]

    @property
    def _key(self) -> str:
        return f"client-home/{self.pack.new.distribution}"

    def _key_of(self, path: str) -> str:
        return key_of_part(self._key, PurePosixPath(path))

    def _chosen(self, decided: Decided) -> dict[str, str]:
        """The files that wait to where each takes its client from, so far as that is decided."""
        found = {}
        for path, homes in self.first.homes.items():
            answers = (decided.get(self._key_of(path)), decided.get(self._key))
            home = next((answer for answer in answers if answer in homes), None)
            if home is not None:
                found[path] = home
        return found

    def _told_alike(self, survey: Survey) -> Survey:
        """The survey with the rows as they are without a choice: what is found depends on no answer."""
        for path, facts in survey.facts.items():
            before = self.first.facts.get(path)
            if before is not None and len(before.rows) == len(facts.rows):
                survey.facts[path] = altered(facts, rows=before.rows)
        return survey

    def _question(self, key: str, waiting: list[str]) -> Question:
        serves: dict[str, int] = {}
        for path in waiting:
            for home in self.first.homes[path]:
                serves[home] = serves.get(home, 0) + 1
        homes = sorted(serves, key=lambda home: (-serves[home], home))[:_MOST_NAMED]
        return Question(
            key=key,
            sentence=f"{_files(waiting)} a client of {self.pack.new.distribution} and would make none, and "
            f"{_modules(homes)} Whose client shall be imported?",
            allowed=(*homes, AnswerWord.LEAVE),
            evidence=(*(self._made(home) for home in homes), *waiting)[:_MOST_NAMED],
            answer=None,
            answered_by=None,
        )

    def _made(self, home: str) -> str:
        """Where a module makes its client, and what it calls it."""
        facts = self.first.facts[home]
        row, client = next(
            (row, judgement.offers)
            for row, judgement in zip(facts.rows, facts.judgements, strict=True)
            if judgement.offers is not None
        )
        return f"{home}:{row.line} makes {client}"


def _modules(homes: list[str]) -> str:
    if len(homes) == 1:
        return "one module makes one, of which it is not certain that it configures for them, and alone."
    return f"{len(homes)} modules make one, each with a configuration of its own."


def _files(waiting: list[str]) -> str:
    return "One file needs" if len(waiting) == 1 else f"{len(waiting)} files need"
