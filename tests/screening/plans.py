"""A drafted plan with a question of each kind, and the tree that it is about."""

from collections.abc import Iterable
from typing import Any

from bot.models.header import ClientHome, DeclaredLine, PlanHeader, PromisedPython, RetiredModel
from bot.models.names import PackId
from bot.models.question import Question
from bot.models.screening import DraftedPlan, Target
from bot.screening.amendments import Env, Source
from bot.vocabulary import AmendmentKind, AnsweredBy, AnswerWord, PackBlock

PACK = PackId("some/pack")
PATHS = frozenset({"app/settings.py", "app/other.py", "app/ask.py", "requirements.txt", "pyproject.toml", "old lib/[x].py"})  # fmt: skip
SOURCE = Source(PATHS, lambda path: f"# {path}\n".encode() if path in PATHS else None)
ENV = Env(SOURCE, {PACK: PackBlock.PYTHON_TOO_OLD})


def question(key: str, *allowed: str, person: str | None = None) -> Question:
    return Question(
        key=key,
        sentence="What shall it be?",
        allowed=(*allowed, AnswerWord.LEAVE),
        evidence=("app/ask.py",),
        answer=person,
        answered_by=AnsweredBy.PERSON if person is not None else None,
    )


QUESTIONS = (
    question("declare/newlib", "requirements.txt", "pyproject.toml"),
    question("client-home/newlib", "app/settings.py", "app/other.py"),
    question("model-name/old-1", "new-1", "new-2"),
    question("model-name/old-2", "new-1", person="new-1"),
    question("python-floor/newlib", AnswerWord.RAISE),
)


def plan(questions: Iterable[Question] = QUESTIONS, declared: tuple[DeclaredLine, ...] = ()) -> DraftedPlan:
    header = PlanHeader(
        pack=PACK,
        declared=declared,
        requirement="newlib>=1.2",
        python="3.10",
        promised=(PromisedPython(path="pyproject.toml", line=2, text=">=3.8", lowest="3.8"),),
        client_homes=(ClientHome(path="app/settings.py", line=3, name="client"),),
        client_home=None,
        client_name=None,
        retired_models=(RetiredModel(name="old-1", switched_off="2026-01-01", successors=("new-1", "new-2"), source="https://example.org/", places=("app/ask.py:4",)),),
        vendored=(),
    )  # fmt: skip
    target = Target(pack=PACK, distribution="newlib", specifier=">=1.2", measured=("1.2", "1.9"), python="3.10")
    return DraftedPlan(
        headers=(header,), questions=tuple(questions), targets=(target,), excluded=(), client_names={}, warnings=()
    )


def amendment(kind: AmendmentKind, **parts: Any) -> dict[str, Any]:
    """As a model writes one."""
    given = {"key": None, "value": None, "path": None, "reason": "It says so there.", "evidence": ["app/ask.py:4"]}
    return {"kind": str(kind), **given, **parts}
