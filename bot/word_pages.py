"""Where a word is explained to people: its row of docs/VOCABULARY.md, on the project's page. Pure."""

from bot.vocabulary import Word

HOME = "https://github.com/obelize/obelize-bot"
FOR_OWNERS = f"{HOME}/blob/main/docs/OWNERS.md"
"""What an owner of repositories should know."""


def anchor_of(word: Word) -> str:
    """The name of the word's row in the vocabulary; two sets may share a word."""
    return f"{type(word).__name__.lower()}-{word.value}"


def page_of(word: Word) -> str:
    """The address of the word's sentence."""
    return f"{HOME}/blob/main/docs/VOCABULARY.md#{anchor_of(word)}"


def word_link(word: Word) -> str:
    """The word as Markdown: code that leads to its sentence."""
    return f"[`{word.value}`]({page_of(word)})"
