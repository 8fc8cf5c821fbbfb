"""The signature over the raw bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from webhooks.signature import is_signed, sign

SECRET = SecretStr("It's a Secret to Everybody")
BODY = b"Hello, World!"
GITHUBS_OWN = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"


def test_githubs_own_example() -> None:
    """The test vector of GitHub's documentation (GITHUB.md §3.1)."""
    assert sign(SECRET, BODY) == GITHUBS_OWN
    assert is_signed(SECRET, BODY, GITHUBS_OWN)


@pytest.mark.parametrize(
    ("body", "signature"),
    [
        pytest.param(BODY + b" ", GITHUBS_OWN, id="one byte more"),
        pytest.param(BODY, GITHUBS_OWN[:-1] + "8", id="the last digit differs"),
        pytest.param(BODY, GITHUBS_OWN.upper(), id="upper-case"),
        pytest.param(BODY, GITHUBS_OWN.removeprefix("sha256="), id="without its prefix"),
        pytest.param(BODY, "sha1=" + "0" * 40, id="SHA-1"),
        pytest.param(BODY, GITHUBS_OWN + "\n", id="a line end behind it"),
        pytest.param(BODY, "sha256=" + "é" * 64, id="non-ASCII"),
        pytest.param(BODY, "sha256=" + "\udcff" * 64, id="bytes that are no text"),
        pytest.param(BODY, "", id="empty"),
    ],
)
def test_anything_else_is_wrong(body: bytes, signature: str) -> None:
    assert not is_signed(SECRET, body, signature)


def test_another_secret_signs_another_way() -> None:
    assert not is_signed(SecretStr("another"), BODY, GITHUBS_OWN)


@given(st.binary(max_size=200), st.text(max_size=80))
def test_no_text_is_a_signature_by_chance_and_none_raises(body: bytes, text: str) -> None:
    assert is_signed(SECRET, body, sign(SECRET, body))
    assert is_signed(SECRET, body, text) is (text == sign(SECRET, body))
