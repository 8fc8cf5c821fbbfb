"""What specifiers have in common. The versions that each admits are PEP 440's, "Version specifiers"."""

import pytest

from bot.scan.manifests.environment_yml import conda_specifier
from bot.scan.manifests.poetry_constraints import poetry_specifier
from bot.scan.manifests.python_floor import lowest_python
from bot.scan.manifests.reading import Promise
from bot.scan.manifests.specifiers import exact_pin, meet

NEW = ">=1.0,<3"


@pytest.mark.parametrize(
    "specifier",
    ["", ">=0.27", "==1.3", "~=1.4.5", "<=1.0", "<1.0.1", "==1.*", "!=1.0.*,<1.2", ">1.9,<2", "==1.0.post1", ">0", "==2.9.9", "==0.28||==1.3", ">=2", "!=1.0"],
)  # fmt: skip
def test_a_release_of_the_new_range_satisfies_these(specifier: str) -> None:
    assert meet(specifier, NEW)
    assert meet(NEW, specifier)


@pytest.mark.parametrize(
    "specifier",
    ["==0.28", "<1", "~=0.27", "<=0.28.1", "==0.*", "==1.0b1", ">=3", ">=0.27,<1.0", "==0.27||~=0.28", ">=1,<1", "nonsense"],
)  # fmt: skip
def test_no_release_of_the_new_range_satisfies_these(specifier: str) -> None:
    assert not meet(specifier, NEW)


def test_a_specifier_of_thousands_of_clauses_is_not_weighed() -> None:
    assert not meet(",".join(f"!=0.{n}" for n in range(5_000)), NEW)


@pytest.mark.parametrize(
    ("specifier", "exact"),
    [("==1.3", True), ("===1.3", True), ("==1.*", False), (">=1", False), ("", False), ("==1||==2", False)],
)
def test_exactly_one_release(specifier: str, exact: bool) -> None:
    assert exact_pin(specifier) is exact


@pytest.mark.parametrize(
    ("constraint", "specifier"),
    [
        # The table of Poetry's documentation, "Dependency specification", Caret and Tilde requirements.
        ("^1.2.3", ">=1.2.3,<2"), ("^1.2", ">=1.2,<2"), ("^1", ">=1,<2"), ("^0.2.3", ">=0.2.3,<0.3"),
        ("^0.0.3", ">=0.0.3,<0.0.4"), ("^0.0", ">=0.0,<0.1"), ("^0", ">=0,<1"),
        ("~1.2.3", ">=1.2.3,<1.3"), ("~1.2", ">=1.2,<1.3"), ("~1", ">=1,<2"),
        # Wildcard, inequality, exact and multiple requirements of the same page.
        ("*", ""), ("1.*", "==1.*"), ("1.2.*", "==1.2.*"), (">= 1.2.0", ">=1.2.0"), ("!= 1.2.3", "!=1.2.3"),
        ("1.2.3", "==1.2.3"), ("==1.2.3", "==1.2.3"), (">= 1.2, < 1.5", ">=1.2,<1.5"), ("^1.2 || ^2", ">=1.2,<2||>=2,<3"),
    ],
)  # fmt: skip
def test_poetry_s_constraints(constraint: str, specifier: str) -> None:
    found = poetry_specifier(constraint)
    assert found is not None
    assert [set(part.split(",")) for part in found.split("||")] == [
        set(part.split(",")) for part in specifier.split("||")
    ]


@pytest.mark.parametrize("constraint", ["", "oops", "^", "^x", "1.2,", "||", ">=", "~a", "^1" * 1_000])
def test_what_is_no_constraint_is_none_or_has_a_meaning(constraint: str) -> None:
    assert poetry_specifier(constraint) in {None, "==1.2"}


@pytest.mark.parametrize(
    ("spec", "specifier"),
    [
        # conda, "Package match specifications": one `=` is fuzzy, two are exact; a build may follow.
        ("", ""), ("=1.11", "==1.11.*"), ("==1.11", "==1.11"), ("=1.11.*", "==1.11.*"), ("=1.8=py27_0", "==1.8.*"),
        (">=1.8,<2", ">=1.8,<2"), ("1.8.*", "==1.8.*"), ("=1.8|=1.9", "==1.8.*||==1.9.*"),
    ],
)  # fmt: skip
def test_conda_s_match_specifications(spec: str, specifier: str) -> None:
    found = conda_specifier(spec)
    assert found is not None
    assert [set(part.split(",")) for part in found.split("||")] == [
        set(part.split(",")) for part in specifier.split("||")
    ]


@pytest.mark.parametrize(
    ("promise", "lowest"),
    [(">=3.8", "3.8"), (">=3.8.1", "3.8"), (">3.8,<4", "3.8"), (">=3.9", None), ("==3.8.*", "3.8"), (">=2.7,!=3.0.*", "2.7"), ("", "2.7"), ("==3.12", None), ("oops", None)],
)  # fmt: skip
def test_the_lowest_python_that_is_promised_below_the_floor(promise: str, lowest: str | None) -> None:
    assert lowest_python([Promise(promise, promise)], "3.9") == lowest
