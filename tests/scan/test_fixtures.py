"""Fixtures of a `conftest.py` reach tests by the names of parameters, without an import.

https://docs.pytest.org/en/stable/reference/fixtures.html#conftest-py-sharing-fixtures-across-multiple-files
"""

import pytest

from tests.running import planned, ran

CONFTEST = "import pytest\nfrom oldlib import Reader\n@pytest.fixture\ndef reader():\n    return Reader(f)\n"
YIELDING = "import pytest\nfrom oldlib import Reader\n@pytest.fixture\ndef reader():\n    yield Reader(f)\n"
TEST = "def test(reader):\n    reader.pages\n"


@pytest.mark.parametrize(
    ("path", "code", "found"),
    [
        pytest.param("tests/test_a.py", TEST, True, id="a test beside it"),
        pytest.param("tests/deep/b_test.py", TEST, True, id="a test below"),
        pytest.param("tests/deep/conftest.py", "@pytest.fixture\ndef pages(reader):\n    return reader.pages\n", True, id="a fixture below"),
        pytest.param("tests/test_a.py", "class TestA:\n    def test(self, reader):\n        reader.pages\n", True, id="a method"),
        pytest.param("other/test_a.py", TEST, False, id="not a test elsewhere"),
        pytest.param("tests/helper.py", TEST, False, id="nor a module that holds no tests"),
        pytest.param("tests/test_a.py", "def helper(reader):\n    reader.pages\n", False, id="nor a function that pytest does not call"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("conftest", [CONFTEST, YIELDING], ids=["returned", "yielded"])
def test_what_a_fixture_gives_reaches(path: str, code: str, found: bool, conftest: str) -> None:
    findings = ran({"tests/conftest.py": conftest, path: code}).scan.findings
    assert any(one.path == path and one.symbol == "oldlib.Reader.pages" for one in findings) is found


def test_a_fixture_and_the_tests_that_take_it_move_together() -> None:
    gone = "def test(reader):\n    reader.page_count\n"
    assert not planned({"tests/conftest.py": CONFTEST, "tests/test_a.py": gone}).files
    assert planned({"tests/conftest.py": CONFTEST, "tests/test_a.py": TEST}).files
