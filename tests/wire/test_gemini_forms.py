"""A form of gemini written by hand does the same on both libraries, or differs in just what its file says."""

from pathlib import Path

import pytest

from tests.wire.gemini_forms import Form, did, difference, forms, subjects
from tests.wire.interpreters import GEMINI_NEW, GEMINI_OLD

FORMS = [(subject, number, form) for subject in subjects() for number, form in enumerate(forms(subject))]


@pytest.mark.parametrize("release", GEMINI_NEW)
@pytest.mark.parametrize(("subject", "number", "form"), FORMS, ids=[f"{each[0]}: {each[2].name}" for each in FORMS])
def test_a_form_does_the_same_or_what_is_said(
    subject: str, number: int, form: Form, release: str, gemini_documents: Path
) -> None:
    old, new = (did(environment, subject, gemini_documents)[number] for environment in (GEMINI_OLD, release))
    assert difference(old, new) == form.differs, (old, new)


def test_a_form_has_a_name_of_its_own() -> None:
    names = [(subject, form.name) for subject, _, form in FORMS]
    assert len(set(names)) == len(names) >= 200
