"""docs/COMMANDS.md names every command as it is written, with the sentence that the help has for it."""

from pathlib import Path

from bot.conversation.kinds import command_kinds
from bot.safe_text import table_code_span

PAGE = Path(__file__).parents[2] / "docs" / "COMMANDS.md"


def test_the_page_lists_the_commands() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `/obelize")]
    assert rows == [f"| {table_code_span(kind.usage)} | {kind.verb.sentence} |" for kind in command_kinds().values()]
