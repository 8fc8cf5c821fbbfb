"""The pages of `docs/` that are made from the code: `python -m bot.cli.generated_docs` writes them (`make docs`).

A test compares them with what this module makes, so a stale page fails the build.
"""

import inspect
from pathlib import Path

from bot.cli.metrics_page import metrics_page
from bot.evidence.schemas import schema_files
from bot.vocabulary import SETS, ExitCode, Word
from bot.word_pages import anchor_of

DOCS = Path(__file__).resolve().parents[2] / "docs"


def vocabulary_page() -> str:
    """Every closed set with its words, their sentences and what a person can do."""
    lines = [
        "# Vocabulary",
        "",
        "Every closed set of words that Obelize uses in records, checks, pages and at the terminal.",
        "This page is made from `bot/vocabulary.py` by `make docs`; do not edit it.",
        "",
    ]
    for words in sorted(SETS, key=lambda found: found.__name__):
        lines += [f"## {words.__name__}", "", inspect.getdoc(words) or "", "", *_table(words), ""]
    lines += ["## ExitCode", "", inspect.getdoc(ExitCode) or "", "", "| code | meaning |", "|---:|---|"]
    lines += [f"| {code.value} | {code.sentence} |" for code in ExitCode]
    return "\n".join(lines) + "\n"


def _table(words: type[Word]) -> list[str]:
    actions = any(word.action for word in words)
    head = ["| word | meaning | what to do |", "|---|---|---|"] if actions else ["| word | meaning |", "|---|---|"]
    return head + [f"| {_named(word)} | {word.sentence} |" + (f" {word.action} |" if actions else "") for word in words]


def _named(word: Word) -> str:
    """The word, where a link from a check or a comment leads to."""
    return f'<a id="{anchor_of(word)}"></a>`{word}`'


def pages() -> dict[Path, str]:
    """Path to text of every generated page."""
    schemas = {DOCS / "schemas" / name: text for name, text in schema_files().items()}
    return {DOCS / "VOCABULARY.md": vocabulary_page(), DOCS / "METRICS.md": metrics_page(), **schemas}


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
