"""The key of a run: one text, which only that key spells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.models.names import CommitSha, RepositoryId
from bot.models.run_key import RunKey, run_key_of

HEAD = CommitSha("0123456789abcdef0123456789abcdef01234567")


def test_the_text_is_repository_pull_head_attempt() -> None:
    key = RunKey.of(RepositoryId(7), 3, HEAD, 2)
    assert (key.text, key.partition) == (f"7/3/{HEAD}/2", "7/3")
    assert key.next_attempt().text == f"7/3/{HEAD}/3"


@given(st.integers(1, 2**63 - 1), st.integers(1, 10**9), st.integers(1, 10**5))
def test_a_key_is_read_from_its_own_text(repository: int, pull: int, attempt: int) -> None:
    key = RunKey.of(RepositoryId(repository), pull, HEAD, attempt)
    assert run_key_of(key.text) == key


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7/3/head/1",
        f"7/3/{HEAD}",
        f"7/3/{HEAD}/1/",
        f"7/3/{HEAD}/1\n",
        f"0/3/{HEAD}/1",
        f"7/3/{HEAD}/0",
        f"-7/3/{HEAD}/1",
        f"07/3/{HEAD}/1",
        f"9999999999999999999/3/{HEAD}/1",
        f"7/3/{HEAD.upper()}/1",
        f"\u0667/3/{HEAD}/1",
        "somebody else's external id",
    ],
)
def test_any_other_text_is_no_key(text: str) -> None:
    """Another App may write what it likes into its own `external_id`."""
    assert run_key_of(text) is None


@given(st.text())
def test_reading_raises_nothing(text: str) -> None:
    key = run_key_of(text)
    assert key is None or key.text == text


def test_a_head_is_a_full_commit_name() -> None:
    with pytest.raises(ValidationError):
        RunKey.of(RepositoryId(7), 3, CommitSha("abc"), 1)
