"""setup.cfg: `install_requires` of `[options]`, one entry a line.

Source: setuptools, "Configuring setuptools using setup.cfg files". A value that names a file (`file:`) or stands on one
line is left alone.
"""

import re

from bot.scan.facts import Replacement
from bot.scan.manifests.adding.line_ends import line_end_of
from bot.scan.manifests.adding.wanted import Wanted
from bot.scan.manifests.ini_lines import ini_lines
from bot.scan.manifests.setup_cfg import parsed_ini

_SECTION, _OPTION = "options", "install_requires"
_INDENT = re.compile(r"[ \t]*")


def place(text: str, wanted: Wanted) -> Replacement | None:
    """Behind the last line of the list; where there is no list, it begins at the end of `[options]`."""
    parser = parsed_ini(text)
    lines = [line for line in ini_lines(text) if line.section == _SECTION]
    if parser.has_option(_SECTION, _OPTION):
        lines = [line for line in lines if line.option == _OPTION]
        if not lines or lines[-1].is_whole_value:
            return None
        begin = text.rfind("\n", 0, lines[-1].start) + 1
        indent = _INDENT.match(text, begin)
        assert indent is not None
        added = f"{indent.group()}{wanted.requirement}"
    elif lines:
        added = f"{_OPTION} ={line_end_of(text)}    {wanted.requirement}"
    else:
        return None
    end = lines[-1].start + len(lines[-1].text)
    return Replacement(start=end, end=end, old="", new=f"{line_end_of(text)}{added}")


def holds(before: str, after: str, wanted: Wanted) -> bool:
    """Whether setuptools reads the lists of before and the dependency."""
    expected = _values(before)
    listed = expected.setdefault(_SECTION, {}).get(_OPTION, [])
    expected[_SECTION][_OPTION] = [*listed, wanted.requirement]
    return expected == _values(after)


def _values(text: str) -> dict[str, dict[str, list[str]]]:
    """Section to option to the lines of its value that are not empty."""
    parser = parsed_ini(text)
    return {
        section: {option: list(filter(None, value.split("\n"))) for option, value in parser.items(section)}
        for section in parser.sections()
    }
