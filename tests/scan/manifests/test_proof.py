"""The proof that a written dependency file differs in the planned values and in nothing else, and that it bites."""

import pytest

from bot.scan.facts import Replacement
from bot.scan.manifests.proof import only_planned
from bot.scan.manifests.selection import ManifestForm

FILES = {
    ManifestForm.REQUIREMENTS_TXT: "a\nold==1 # c\nb\n",
    ManifestForm.PYPROJECT_TOML: "[project]\ndependencies = ['a', 'old==1', 'b']\n",
    ManifestForm.PIPFILE: "[packages]\n'old==1' = '*'\nb = '*'\n",
    ManifestForm.SETUP_CFG: "[options]\ninstall_requires =\n  a\n  old==1\n  b\n",
    ManifestForm.SETUP_PY: "setup(install_requires=['a', 'old==1', 'b'])\n",
    ManifestForm.ENVIRONMENT_YML: "dependencies:\n- pip:\n  - old==1\n  - b\n",
}


def planned(text: str) -> Replacement:
    start = text.index("old==1")
    return Replacement(start=start, end=start + 6, old="old==1", new="new==2")


@pytest.mark.parametrize("form", FILES, ids=lambda form: form.value)
def test_the_planned_value_and_nothing_else(form: ManifestForm) -> None:
    text = FILES[form]
    replacement = planned(text)
    good = text.replace("old==1", "new==2")
    assert only_planned(form, text, good, [replacement])
    assert not only_planned(form, text, good, [])
    assert not only_planned(form, text, text, [replacement])
    assert not only_planned(form, text, text.replace("old==1", "new==3"), [replacement])
    assert not only_planned(form, text, good.replace("b", "c"), [replacement])
    assert not only_planned(form, text, "\x00[[[", [replacement])


@pytest.mark.parametrize("form", [form for form in ManifestForm if not form.declares], ids=lambda form: form.value)
def test_a_form_that_is_only_reported_is_never_proven(form: ManifestForm) -> None:
    assert not only_planned(form, "old==1\n", "new==2\n", [planned("old==1\n")])


def test_a_name_that_would_stand_twice_in_a_table_is_no_proof() -> None:
    before = "[packages]\nold = '*'\nnew = '*'\n"
    replacement = Replacement(start=11, end=14, old="old", new="new")
    assert not only_planned(ManifestForm.PIPFILE, before, before.replace("old", "new"), [replacement])
