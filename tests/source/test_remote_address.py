"""What a repository says of its origin, as far as a report may repeat it."""

import pytest

from bot.source.remote_address import public_address


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        pytest.param("https://github.com/o/r.git", "https://github.com/o/r.git", id="https"),
        pytest.param("https://ghs_secret@github.com/o/r", "https://github.com/o/r", id="a token as user"),
        pytest.param("https://x-access-token:s3cret@github.com/o/r", "https://github.com/o/r", id="user and password"),
        pytest.param("https://github.com/o/r?token=s3cret#x", None, id="a query is nothing usual"),
        pytest.param("HTTPS://git.example:8443/o/r", "https://git.example:8443/o/r", id="a port stays"),
        pytest.param("ssh://git@git.example:22/o/r.git", "ssh://git.example:22/o/r.git", id="ssh"),
        pytest.param("git@github.com:o/r.git", "ssh://github.com/o/r.git", id="the short form of ssh"),
        pytest.param("git.example:/srv/r.git", "ssh://git.example/srv/r.git", id="the short form with a path from the root"),
        pytest.param("/srv/git/r.git", None, id="a path"),
        pytest.param("../r", None, id="a relative path"),
        pytest.param("file:///srv/git/r.git", None, id="a path as an address"),
        pytest.param("C:/work/r", None, id="a drive"),
        pytest.param("user:s3cret@git.example:o/r", None, id="a password in the short form"),
        pytest.param("https://user:s3cret@@git.example/o/r", None, id="two at signs"),
        pytest.param("ext::sh -c evil", None, id="a helper"),
        pytest.param("helper::/srv/r", None, id="a helper without blanks"),
        pytest.param("https://git.example/o/r r", None, id="a blank"),
        pytest.param("https://git.example/o\n/r", None, id="a line feed"),
        pytest.param("https://git.example/%zz", None, id="a broken escape"),
        pytest.param("https:///o/r", None, id="no host"),
        pytest.param("", None, id="nothing"),
    ],
)  # fmt: skip
def test_an_address_is_shown_without_anything_secret(remote: str, address: str | None) -> None:
    assert public_address(remote) == address
