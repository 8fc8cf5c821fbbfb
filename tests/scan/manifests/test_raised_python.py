"""A promise about Python, raised: by PEP 440 (read by `packaging`), as Poetry writes it, in each file's own form.

Expected values: the Pythons of before without those below the floor. For PEP 440 `packaging` counts them out here; for
Poetry the ranges are those of its documentation, "Dependency specification" (`^3.7` is `>=3.7,<4.0`, `~3.7` is
`>=3.7,<3.8`).
"""

import pytest
from packaging.specifiers import SpecifierSet

from bot.scan.manifests.raised_python import names_older_pythons, raised_python
from bot.scan.manifests.selection import ManifestForm

FLOOR = "3.9"
PYTHONS = [f"{major}.{micro}" for major in ("2.7", *(f"3.{minor}" for minor in range(16))) for micro in range(12)]


def raised(form: ManifestForm, text: str) -> str | None:
    """The text afterwards; None where it cannot be said."""
    found = raised_python(form, text, FLOOR)
    if found is None:
        return None
    for one in sorted(found, key=lambda one: -one.start):
        assert text[one.start : one.end] == one.old
        text = f"{text[: one.start]}{one.new}{text[one.end :]}"
    return text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (">=3.7", ">=3.9"),
        (">= 3.6.1", ">= 3.9"),
        (">=3.6,<3.12", ">=3.9,<3.12"),
        (">=2.7, !=3.0.*, !=3.1.*, <4", ">=3.9, !=3.0.*, !=3.1.*, <4"),
        (">3.6", ">=3.9"),
        ("~=3.6", "~=3.9"),
        ("<4", ">=3.9,<4"),
        ("!=3.8.*", ">=3.9,!=3.8.*"),
        (">=3.9", ">=3.9"),
        (">=3.11,<4", ">=3.11,<4"),
    ],
)
def test_a_specifier(before: str, after: str) -> None:
    text = f'[project]\nrequires-python = "{before}"\n'
    assert raised(ManifestForm.PYPROJECT_TOML, text) == text.replace(before, after)
    allowed, floor = SpecifierSet(before), SpecifierSet(f">={FLOOR}")
    expected = [python for python in PYTHONS if python in allowed and python in floor]
    assert expected
    assert [python for python in PYTHONS if python in SpecifierSet(after)] == expected


@pytest.mark.parametrize("before", ["==3.7.*", "~=3.7.1", "<3.8", "==3.8.2", "oops", ">=3.7" + ",!=3.8.1" * 100])
def test_a_specifier_without_any_python_that_would_do(before: str) -> None:
    assert raised(ManifestForm.PYPROJECT_TOML, f"[project]\nrequires-python = '{before}'\n") is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("^3.7", "^3.9"),
        ("^3.7.1", "^3.9"),
        (">=3.7 <4.0", ">=3.9 <4.0"),
        (">=3.6.2,<3.13", ">=3.9,<3.13"),
        ("~2.7 || ^3.6", "^3.9"),
        ("^3.6 || ^3.10", "^3.9 || ^3.10"),
        ("*", ">=3.9"),
        ("~3.9", "~3.9"),
        ("~3.7", None),
        ("3.7", None),
    ],
)
def test_a_constraint_of_poetry(before: str, after: str | None) -> None:
    text = f"[tool.poetry.dependencies]\npython = '{before}' # why\n"
    expected = text.replace(before, after) if after is not None else None
    assert raised(ManifestForm.PYPROJECT_TOML, text) == expected


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [
        pytest.param(ManifestForm.PYPROJECT_TOML, "[project]\nrequires-python = '>=3.7'\n[tool.poetry.dependencies]\npython = '^3.7'\n", "[project]\nrequires-python = '>=3.9'\n[tool.poetry.dependencies]\npython = '^3.9'\n", id="both in one file"),
        pytest.param(ManifestForm.PYPROJECT_TOML, "[tool.poetry.dependencies]\npython = {version = '^3.7'}\n", "[tool.poetry.dependencies]\npython = {version = '^3.7'}\n", id="a table, which promises nothing that is read"),
        pytest.param(ManifestForm.SETUP_CFG, "[options]\npython_requires = >=3.7\ninstall_requires =\n  a>=3.7\n", "[options]\npython_requires = >=3.9\ninstall_requires =\n  a>=3.7\n", id="setup.cfg"),
        pytest.param(ManifestForm.SETUP_CFG, "[options]\npython_requires =\n  >=3.7,\n  <4\n", None, id="setup.cfg, over several lines"),
        pytest.param(ManifestForm.SETUP_PY, "setup(python_requires='>=3.7')\n", "setup(python_requires='>=3.9')\n", id="setup.py"),
        pytest.param(ManifestForm.SETUP_PY, "P = '>=3.7'\nsetup(python_requires=P)\n", "P = '>=3.9'\nsetup(python_requires=P)\n", id="setup.py, by name"),
        pytest.param(ManifestForm.SETUP_PY, "setup(python_requires='>=' + v)\n", None, id="setup.py, computed"),
        pytest.param(ManifestForm.PIPFILE, "[requires]\npython_version = \"3.7\"\n", "[requires]\npython_version = \"3.9\"\n", id="Pipfile"),
        pytest.param(ManifestForm.PIPFILE, "[requires]\npython_version = \"3.11\"\n", "[requires]\npython_version = \"3.11\"\n", id="Pipfile, new enough"),
        pytest.param(ManifestForm.PIPFILE, "[requires]\npython_full_version = \"3.7.4\"\n", None, id="Pipfile, a whole version"),
        pytest.param(ManifestForm.ENVIRONMENT_YML, "dependencies:\n  - python=3.7\n", None, id="conda"),
        pytest.param(ManifestForm.PYPROJECT_TOML, "[[[", None, id="no TOML"),
    ],
)  # fmt: skip
def test_each_file_in_its_own_form(form: ManifestForm, before: str, after: str | None) -> None:
    assert raised(form, before) == after


def test_classifiers_of_older_pythons() -> None:
    assert names_older_pythons("'Programming Language :: Python :: 3.8',", FLOOR)
    assert not names_older_pythons(
        "'Programming Language :: Python :: 3.10', 'Programming Language :: Python :: 3'", FLOOR
    )
