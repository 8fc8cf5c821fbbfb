"""The words with which commands are answered, as a golden file: what was typed, quoted, and what stands below it."""

import re
from pathlib import Path

from tests.conversation.test_deciding_on_proposals import proposed
from tests.golden_files import assert_golden

SAID = (
    "/obelize help",
    "/obelize frobnicate",
    "/obelize explain 1",
    "/obelize explain 9",
    "/obelize show-context 2",
    "/obelize accept 7",
    "/obelize accept 1 @0123abc",
    "/obelize accept",
    "/obelize answer some.key yes",
    "/obelize undo",
    "/obelize accept 1,2",
    "/obelize reject 3 we keep that file as it is",
    "/obelize accept 3",
    "/obelize migrate",
)
_RUN_ID = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}")
_HASH = re.compile(r"\b[0-9a-f]{40}\b|`[0-9a-f]{7}`|`[0-9a-f]{12}`")
_HOST = re.compile(r"127\.0\.0\.1:\d+")


async def test_what_commands_are_answered(tmp_path: Path) -> None:
    told = []
    async with proposed(tmp_path) as here:
        for line in SAID:
            before = len(here.answers())
            comment = await here.say(line)
            said = "\n\n".join(here.answers()[before:]) or "(no answer)"
            told.append(f"> {line}\n\nReactions: {', '.join(here.reactions(comment))}\n\n{said.strip()}\n")
    text = _HOST.sub("(host)", "\n".join(told))
    assert_golden("answers.md", _HASH.sub("`(hash)`", _RUN_ID.sub("(run)", text)))
