import pytest

from bot.scan.byte_search import names_in, tokens_in, words_in


@pytest.mark.parametrize(
    "spelling", ["google-generativeai", "Google_GenerativeAI", "google.generativeai", "GOOGLE--generativeai", "google-_.generativeai"]
)  # fmt: skip
def test_a_distribution_is_found_however_it_is_spelt(spelling: str) -> None:
    """The spellings that PyPA's "Names and normalization" makes one name."""
    content = f"aiohttp\n{spelling}>=0.8  # old\n".encode()
    assert names_in(content, (b"google-generativeai", b"openai")) == {b"google-generativeai"}


def test_code_is_searched_for_what_stands_there() -> None:
    assert tokens_in(b"import pypdf2, OldLib", (b"PyPDF2", b"OldLib")) == {b"OldLib"}


def test_a_word_stands_between_other_characters() -> None:
    content = b"a.getPage(0); getPages(x.numPages, 'isEncrypted')\xc3\xa9extractText"
    words = frozenset({b"getPage", b"getPag", b"numPages", b"isEncrypted", b"extractText", b"pages"})
    assert words_in(content, words) == {b"getPage", b"numPages", b"isEncrypted", b"extractText"}
