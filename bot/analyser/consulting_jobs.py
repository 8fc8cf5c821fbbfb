"""The jobs around a question to a model: what is sent of a file, and the verdict on what came back.

They are brought in where a model is to be asked, what recognises secrets among it.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from bot.analyser.jobs import Finished, JobFunction
from bot.consult.context import CONTEXT_BYTE_LIMIT, binding_group, context_span, last_line, scopes_of, text_of
from bot.consult.guard import Passed, Reachable, judge
from bot.consult.secrets import bring_in, redacted
from bot.consult.target import target_of
from bot.models.consultation import Consultation, Context, Contexts, EditProposal, GuardVerdict
from bot.models.reading import read
from bot.packs.surface import SurfaceIndex
from bot.scan.examine import parse
from bot.scan.facts import Binding
from bot.scan.source_text import SourceText, read_source
from bot.vocabulary import Bail


def consulting_jobs(surface_of: Callable[[str], SurfaceIndex], targets: Mapping[str, str]) -> Mapping[str, JobFunction]:
    """By name; `targets` are the listings of what the new libraries have, by pack."""
    bring_in()
    jobs = _ConsultingJobs(surface_of, targets)
    return {"contexts": contexts, "guard": jobs.guard}


def contexts(parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
    """For each of the lines asked about what is sent with it, null where that is too much."""
    source = read_source(payloads[0])
    tree = parse(source) if isinstance(source, SourceText) else Bail.FILE_NOT_DECODABLE
    if isinstance(tree, Bail) or not isinstance(source, SourceText) or source.first_lone_carriage_return() is not None:
        return Finished(Contexts(contexts=tuple(None for _ in parameters["lines"])))
    bindings = [read(Binding, one) for one in parameters["bindings"]]
    scopes, last = scopes_of(tree), last_line(source)
    found = []
    for line in parameters["lines"]:
        span = context_span(binding_group(line, bindings), scopes, last)
        found.append(_context(text_of(source, span), span.first, span.last) if span is not None else None)
    return Finished(Contexts(contexts=tuple(found)))


def _context(text: str, first: int, last: int) -> Context | None:
    if len(text.encode()) > CONTEXT_BYTE_LIMIT:
        return None
    sent = redacted(text)
    return Context(start_line=first, end_line=last, text=sent, sha256=sha256(sent.encode()).hexdigest())


class _ConsultingJobs:
    def __init__(self, surface_of: Callable[[str], SurfaceIndex], targets: Mapping[str, str]) -> None:
        self._surface_of = surface_of
        self._targets = targets

    def guard(self, parameters: dict[str, Any], payloads: tuple[bytes, ...]) -> Finished:
        """The verdict on a proposal, with the bytes that it checked; no payload stands for a file that is gone."""
        question = read(Consultation, parameters["question"])
        pack = self._surface_of(question.pack).pack
        target = target_of(pack.new.modules, self._targets.get(pack.id, ""))
        current = payloads[0] if payloads else None
        verdict = judge(
            read(EditProposal, parameters["proposal"]), question, current, Reachable(target, pack.old.modules)
        )
        if isinstance(verdict, Passed):
            return Finished(GuardVerdict(refusal=None, detail=None), (verdict.data,))
        return Finished(GuardVerdict(refusal=verdict.word, detail=verdict.detail))
