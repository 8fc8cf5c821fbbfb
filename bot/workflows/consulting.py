"""Asking a model in a durable run: one question a step, its answer judged in the analyser and kept.

What was answered before to the same request is not asked again, and counts against no budget.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.analyser.outcomes import Job, Outcome
from bot.consult.ask import Budget, ask, not_sent
from bot.consult.judging import has_proposal, judged_by
from bot.consult.kept import kept, reply_of
from bot.consult.prompt import prompt_sha256
from bot.consult.provider import Exchange, ProviderError, Reply
from bot.consult.providers.openai_compat import OpenAICompat
from bot.consult.records import Asked, Judged
from bot.metrics.families import QUESTIONS, TOKENS
from bot.models.consultation import Consultation, GuardVerdict
from bot.models.limitation import Limitation
from bot.models.names import CommitSha, InstallationId
from bot.packs.loaded import LoadedPack
from bot.settings import Settings
from bot.source.git_objects import GitObjects
from bot.store import model_days
from bot.store.artifacts import Artifacts, RunFolder
from bot.store.database import Database
from bot.vocabulary import ProviderFailure, ProviderName
from bot.workflows.judges import Judges

_MOST_FILE_BYTES = 1 << 24


@dataclass(frozen=True, slots=True)
class Place:
    """Which commit of which repository a question is about, and whose run asks."""

    folder: RunFolder
    installation_id: InstallationId
    git_dir: Path
    head_sha: CommitSha


@dataclass(frozen=True, slots=True)
class Consulting:
    """The operator's model, with what counts and keeps."""

    settings: Settings
    database: Database
    artifacts: Artifacts
    packs: Sequence[LoadedPack]
    judges: Judges
    now: Callable[[], datetime]

    @property
    def is_configured(self) -> bool:
        """Whether there is somebody to ask."""
        return self.settings.model_provider is not ProviderName.NONE

    @property
    def asked(self) -> Asked:
        """Who is asked, as people and records are told."""
        if self.settings.is_out_of_band:
            return Asked(ProviderName.RELAY, "", self.settings.model_class)
        provider = self.provider()
        return Asked(provider.name, provider.host, provider.model, self.settings.log_prompts)

    def request(self, question: Consultation) -> bytes:
        """The bytes of a question."""
        return self.provider().request(question)

    async def answer(self, question: Consultation, place: Place, *, sends: bool = True) -> bytes:
        """Ask, judge, and give what is to be kept. A question that fails is an answer too, and one that is not sent."""
        started = time.monotonic()
        known = await asyncio.to_thread(self._known, question, place)
        kept_back = None if sends or known is not None else not_sent()
        if sends and known is None and not await asyncio.to_thread(self._room, question, place):
            kept_back = ProviderError(ProviderFailure.BUDGET_SPENT, "The questions of this run or day were used up.")
        if kept_back is not None:
            exchange = Exchange(question, self.request(question), kept_back)
        else:
            async with self.provider() as provider:
                (exchange,) = await ask([question], provider, Budget(1, 1), known=lambda _: known)
        self._count(exchange.outcome, sent=kept_back is None and known is None)
        if isinstance(exchange.outcome, Reply) and known is None:
            # Before it is judged, which takes a while: whoever dies meanwhile need not ask again.
            answer, sha256 = kept(Judged(exchange), _since(started)), self._answer_key(exchange.request)
            await asyncio.to_thread(self.artifacts.put_answer, place.folder.repository_id, sha256, answer)
        judged = await asyncio.to_thread(self._judged, exchange, place)
        return kept(judged, _since(started))

    def _count(self, outcome: Reply | ProviderError, *, sent: bool) -> None:
        if isinstance(outcome, ProviderError):
            QUESTIONS.labels(outcome.failure).inc()
        else:
            QUESTIONS.labels("answered" if sent else "known").inc()
        if sent:
            for direction, number in zip(("in", "out"), outcome.tokens, strict=True):
                TOKENS.labels(direction, self.settings.model_name).inc(number or 0)

    def provider(self) -> OpenAICompat:
        """The operator's endpoint, not opened yet."""
        key = self.settings.model_key
        secret = key.get_secret_value() if key is not None else None
        return OpenAICompat(self.settings.model_base_url, self.settings.model_name, secret)

    def _answer_key(self, request: bytes) -> str:
        """The request holds the model's name; the host is told apart by what is put before it."""
        return prompt_sha256(self.settings.model_base_url.encode() + b"\n" + request)

    def _known(self, question: Consultation, place: Place) -> Reply | None:
        sha256 = self._answer_key(self.request(question))
        data = self.artifacts.read_answer(place.folder.repository_id, sha256)
        return reply_of(data) if data is not None else None

    def _room(self, question: Consultation, place: Place) -> bool:
        return question.index <= self.settings.limits.questions and self.has_room_today(place)

    def has_room_today(self, place: Place) -> bool:
        """Take one of the questions that the installation may ask on this day, if one is left."""
        with self.database.write() as connection:
            today = self.now().date()
            return model_days.take_one(connection, place.installation_id, today, self.settings.limits.questions_a_day)

    def _judged(self, exchange: Exchange, place: Place) -> Judged:
        question = exchange.question
        current = _bytes_at(place, question.path) if has_proposal(exchange) else None
        (pack,) = (loaded.pack for loaded in self.packs if loaded.pack.id == question.pack)

        def judge(job: Job[GuardVerdict]) -> Outcome[GuardVerdict]:
            return self.judges.judge(place.folder.run_id, pack, job)

        judged = judged_by(judge, exchange, current)
        if judged.passed:
            self.artifacts.put_proposal(place.folder, question.index, judged.after)
        return judged

    def judged(self, exchanges: Sequence[Exchange], place: Place) -> tuple[Judged, ...]:
        """Every answer judged against the file in the commit; the bytes of each that passed are kept."""
        return tuple(self._judged(exchange, place) for exchange in exchanges)


def _since(started: float) -> int:
    """Milliseconds."""
    return round((time.monotonic() - started) * 1000)


def _bytes_at(place: Place, path: str) -> bytes | None:
    """The regular file at the path in the commit; null for none, a link included."""
    with closing(GitObjects(place.git_dir, place.head_sha)) as tree:
        if path not in {entry.path for entry in tree.listing().entries}:
            return None
        ((_, content),) = tree.read([path], _MOST_FILE_BYTES)
    return None if isinstance(content, Limitation) else content
