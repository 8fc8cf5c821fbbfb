"""Arcs and what a run brings to them, without a run."""

import json
from typing import Any

from bot.consult.target import target_of
from bot.models.arc import Arc, Note
from bot.models.names import PackId
from bot.models.struct import altered
from bot.relay.engine import RelayOutcome, emit, new_arc, resume, with_footprint
from bot.relay.inputs import Guarded, Inputs
from bot.relay.rendering import Document
from bot.vocabulary import ModelClass
from tests.consult.questions import question

NOTE = Note(id="calls", symbols=("lib.call",), fact="call became ask.", source="https://lib.example/notes")
OTHER = Note(id="others", symbols=("lib.other",), fact="Something else.", source="https://lib.example/notes")
PROPOSAL = Guarded(1, "app1.py", "lib.call", 1, "a = lib.call()", "a = newlib.ask()")
INPUTS = Inputs(
    strategy="asked for: answers",
    questions=(question(1), question(2)),
    proposals=(PROPOSAL,),
    notes=(OTHER, NOTE),
    baseline=None,
    is_gone=lambda name: name == "lib.call",
    target=target_of(("newlib",), "newlib\n  ask\n"),
)
ARC = new_arc("https://example.org/shop", "1" * 40, PackId("some/pack"))
PROPOSED = {
    "path": "app1.py",
    "symbol": "lib.call",
    "start_line": 1,
    "end_line": 1,
    "replaces": "a = lib.call()",
    "replacement": "a = newlib.ask()",
    "rationale": "So it is done.",
}


def emitted(arc: Arc = ARC, inputs: Inputs = INPUTS) -> tuple[Arc, RelayOutcome]:
    step = emit(arc, inputs, Document(), ModelClass.STANDARD, ())
    assert isinstance(step, tuple)
    return step


def resumed(arc: Arc, **said: Any) -> Arc:
    assert arc.pending is not None
    step = resume(arc, json.dumps({"turn": arc.pending.turn, **said}), Document(), ())
    assert isinstance(step, tuple), step
    return step[0]


def at_execution(inputs: Inputs = INPUTS) -> Arc:
    return emitted(resumed(emitted(inputs=inputs)[0], amendments=[]), inputs)[0]


def at_critic(inputs: Inputs = INPUTS) -> Arc:
    arc = resumed(at_execution(inputs), answers={"1": {"proposal": PROPOSED}, "2": {"proposal": None}})
    return emitted(with_footprint(arc, inputs), inputs)[0]


def asking_nothing(**parts: Any) -> Inputs:
    return altered(INPUTS, **{"strategy": None, "questions": (), "proposals": (), **parts})
