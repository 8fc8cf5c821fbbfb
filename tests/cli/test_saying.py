"""What `obelize playground` takes after `--say` and `--ci`."""

import pytest

from bot.cli.errors import CommandError
from bot.cli.saying import Said, read_conclusions, read_sayings


def test_a_saying_is_a_login_and_a_text_with_its_colons() -> None:
    read = read_sayings(["maintainer: /obelize answer key: value", "author:\n> quoted\n"])
    assert read == (
        Said(login="maintainer", text="/obelize answer key: value"),
        Said(login="author", text="> quoted"),
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param("/obelize help", "--say wants 'LOGIN: comment'", id="no login"),
        pytest.param("reader:  ", "--say wants 'LOGIN: comment'", id="no text"),
        pytest.param("mona: hello", "'mona' is nobody here; --say knows maintainer, reader, author.", id="a stranger"),
    ],
)
def test_another_saying_is_refused_in_a_sentence(given: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        read_sayings([given])


def test_conclusions_are_githubs_or_never() -> None:
    assert read_conclusions(["success", "never"]) == ("success", "never")
    with pytest.raises(CommandError, match=r"'passed' is no conclusion; --ci knows failure, .*never"):
        read_conclusions(["success", "passed"])
