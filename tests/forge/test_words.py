"""Every word of ours has one of GitHub's; GitHub's are taken from its published description."""

from typing import Any, get_args

import pytest
from githubkit_schemas.v2026_03_10.models import ReposOwnerRepoCheckRunsPostBodyOneof0 as CompletedBody
from githubkit_schemas.v2026_03_10.models import ReposOwnerRepoCheckRunsPostBodyOneof1 as UnfinishedBody
from githubkit_schemas.v2026_03_10.models import (
    ReposOwnerRepoCheckRunsPostBodyPropOutputPropAnnotationsItems as AnnotationBody,
)

from bot.forge import words
from bot.vocabulary import AnnotationLevel, Conclusion


def literals(annotation: Any) -> set[str]:
    """All literal values in an annotation, however deep."""
    parts = get_args(annotation)
    return {part for part in parts if isinstance(part, str)}.union(*map(literals, parts))


def test_each_conclusion_is_one_that_github_takes() -> None:
    assert set(words.CONCLUSIONS) == set(Conclusion)
    taken = literals(CompletedBody.model_fields["conclusion"].annotation)
    assert "success" in taken
    assert set(words.CONCLUSIONS.values()) | {words.CANCELLED} <= taken


def test_each_level_is_one_that_github_takes() -> None:
    assert set(words.LEVELS) == set(AnnotationLevel)
    assert set(words.LEVELS.values()) == literals(AnnotationBody.model_fields["annotation_level"].annotation)


def test_the_states_of_a_check_are_ones_that_github_takes() -> None:
    assert words.COMPLETED in literals(CompletedBody.model_fields["status"].annotation)
    assert words.IN_PROGRESS in literals(UnfinishedBody.model_fields["status"].annotation)


@pytest.mark.parametrize(
    ("conclusion", "word"),
    [
        (Conclusion.NOTHING_LEFT, "success"),
        (Conclusion.WAITS_FOR_PERSON, "action_required"),
        (Conclusion.ROWS_LEFT, "neutral"),
        (Conclusion.RUN_FAILED, "failure"),
        (Conclusion.LEDGER_WRONG, "failure"),
        (Conclusion.OVERTAKEN, "cancelled"),
        (Conclusion.SWITCHED_OFF, "skipped"),
    ],
)
def test_conclusions_read_as_the_design_says(conclusion: Conclusion, word: str) -> None:
    """DESIGN.md §8, "Check run"."""
    assert words.CONCLUSIONS[conclusion] == word


def test_success_is_said_by_a_completed_run_with_nothing_left_and_by_nothing_else() -> None:
    assert [ours for ours, theirs in words.CONCLUSIONS.items() if theirs == "success"] == [Conclusion.NOTHING_LEFT]


def test_a_check_that_was_closed_or_forgotten_says_nothing_about_its_head() -> None:
    """GITHUB.md §4: a run left incomplete for 14 days becomes `stale`."""
    assert [word for word in ("cancelled", "stale", "failure", "neutral", None) if words.is_cancelled(word)] == [
        "cancelled",
        "stale",
    ]
