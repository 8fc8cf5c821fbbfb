"""Models that their provider has switched off: what a repository asks for, and whether to ask for a successor.

`model-name/<name>`: a model answers differently from another one, so only a person can choose. The answer is written
where a literal is proven to be a call's model, in files that move.
"""

from collections.abc import Generator, Iterator, Mapping

from bot.models.header import RetiredModel
from bot.models.limitation import Limitation, limitation
from bot.models.question import Question
from bot.models.struct import Frozen, altered
from bot.models.want import Answer, Want
from bot.packs.schema import Pack, RetiredModelName
from bot.plan.answering import Decided
from bot.plan.draft import Answered, FileDraft
from bot.scan.facts import FileFacts, NamedModel, Replacement
from bot.vocabulary import AnswerWord, LimitationCode

_MOST_NAMED = 20


class ModelQuestions(Frozen):
    """The retired models of one pack in a repository; `code` are the drafts of its files with their fates settled."""

    pack: Pack
    facts: Mapping[str, FileFacts]
    code: Mapping[str, FileDraft]

    def ask(self, decided: Decided) -> Generator[Want, Answer, list[Question]]:
        """One for each retired model that has a successor and a place where that can be written."""
        del decided
        yield from ()
        return [
            self._question(retired)
            for retired in self._retired()
            if retired.successors and any(self._writable(retired))
        ]

    def _question(self, retired: RetiredModelName) -> Question:
        source = self.pack.models.source if self.pack.models is not None else ""
        return Question(
            key=_key(retired),
            sentence=f"The model {retired.name} was switched off on {retired.switched_off}, says {source}. "
            "Which one shall the files that move ask for?",
            allowed=(*retired.successors, AnswerWord.LEAVE),
            evidence=tuple(self._places(retired))[:_MOST_NAMED],
            answer=None,
            answered_by=None,
        )

    def drafts(self, decided: Decided) -> dict[str, FileDraft]:
        """The drafts with the models that were chosen."""
        drafts = dict(self.code)
        for retired in self._retired():
            chosen = decided.get(_key(retired), AnswerWord.LEAVE)
            if chosen in retired.successors:
                for path, place in self._writable(retired):
                    exchanged = Replacement(start=place.start, end=place.end, old=place.name, new=chosen)
                    answered = (*drafts[path].answered, Answered(_key(retired), exchanged))
                    drafts[path] = altered(drafts[path], answered=answered)
        return drafts

    def seen(self) -> tuple[RetiredModel, ...]:
        """The retired models for the plan's header."""
        assert self.pack.models is not None or not self._retired()
        return tuple(
            RetiredModel(
                name=retired.name,
                switched_off=retired.switched_off,
                successors=retired.successors,
                source=self.pack.models.source,
                places=tuple(self._places(retired)),
            )
            for retired in self._retired()
            if self.pack.models is not None
        )

    def limitations(self, drafts: Mapping[str, FileDraft]) -> list[Limitation]:
        """The places that still ask for such a model; `drafts` are those that the run writes."""
        written = {
            (path, one.replacement.start) for path, draft in drafts.items() for one in draft.answered if draft.moves
        }
        return [
            limitation(
                LimitationCode.MODEL_SWITCHED_OFF, path, place.line, f"{place.name}, since {retired.switched_off}"
            )
            for retired in self._retired()
            for path, place in self._named(retired)
            if (path, place.start) not in written
        ]

    def _retired(self) -> list[RetiredModelName]:
        """Those that the repository names, in the order of the pack."""
        named = {place.name for path in self.code for place in self.facts[path].models if path in self.facts}
        models = self.pack.models
        return [retired for retired in models.retired if retired.name in named] if models is not None else []

    def _named(self, retired: RetiredModelName) -> Iterator[tuple[str, NamedModel]]:
        for path in sorted(self.code):
            yield from ((path, place) for place in self.facts[path].models if place.name == retired.name)

    def _places(self, retired: RetiredModelName) -> Iterator[str]:
        return (f"{path}:{place.line}" for path, place in self._named(retired))

    def _writable(self, retired: RetiredModelName) -> Iterator[tuple[str, NamedModel]]:
        """The places in files that move which no rule's edit touches."""
        for path, place in self._named(retired):
            draft = self.code[path]
            touched = any(one.start <= place.end and place.start <= one.end for one in draft.replacements)
            if draft.moves and not touched:
                yield path, place


def _key(retired: RetiredModelName) -> str:
    return f"model-name/{retired.name}"
