"""Where a promise about Python stands in a text, found without parsing it: by its key with the value behind."""

import re

_KEYS = r"(?:requires-python|python_requires|python_version|python_full_version|python)"


def promised_line(text: str, written: str) -> int | None:
    """The 1-based line; None where no key with that value stands there, or several do."""
    pattern = re.compile(
        rf"^[ \t]*{_KEYS}[ \t]*[=:][ \t]*[\"']?{re.escape(written)}[\"']?[ \t]*,?[ \t]*(?:#.*)?\r?$", re.MULTILINE
    )
    lines = {text.count("\n", 0, match.start()) + 1 for match in pattern.finditer(text)}
    return lines.pop() if len(lines) == 1 else None
