"""A function that gives several things at once gives each of them to the files that unpack or index its result."""

import pytest

from tests.running import ran

PAIR = "from oldlib import Reader\ndef pair():\n    r = Reader(f)\n    return 1, r\nBOTH = pair()\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        pytest.param("from pair import pair\nn, r = pair()\nr.pages\n", True, id="unpacked"),
        pytest.param("from pair import pair\npair()[1].pages\n", True, id="indexed"),
        pytest.param("from pair import BOTH\nBOTH[1].pages\n", True, id="kept under a name"),
        pytest.param("from pair import pair\nn, r = pair()\nn.pages\n", False, id="not the other one"),
        pytest.param("from hands_on import pair\n_, r = pair()\nr.pages\n", True, id="handed on by a third module"),
    ],
)
def test_a_tuple_s_positions_reach_other_files(code: str, found: bool) -> None:
    files = {"pair.py": PAIR, "hands_on.py": "from pair import pair\n", "app.py": code}
    findings = ran(files).scan.findings
    assert any(one.path == "app.py" and one.symbol == "oldlib.Reader.pages" for one in findings) is found
