"""Handlers of errors that were classes of another package; that they catch the same is run in tests/wire."""

import pytest

from bot.packs.surface import SurfaceIndex
from bot.rules.answers.flow import Problem
from bot.rules.engine.kinds import parameters_of
from bot.rules.engine.rewrite import rewrite
from bot.rules.errors.status_handlers import StatusHandlers
from bot.scan.examine import Examined, examine_text
from bot.scan.reach import Reach
from bot.scan.source_text import text_source
from bot.vocabulary import Bail
from tests.packs.gemini_measured import pack

IMPORT = "from google.api_core import exceptions\n"
AFTER = "from google.genai import errors\n"


def handled(code: str) -> str | Problem:
    """The file with its handlers for the new library."""
    examined = examine_text(text_source(code), SurfaceIndex(pack()), Reach({}))
    assert isinstance(examined, Examined)
    (change,) = (one for one in pack().changes if one.kind == "model_calls")
    found = StatusHandlers(examined.view, parameters_of(change).tables.errors, "google.genai").outcome
    if isinstance(found, Problem):
        return found
    written = rewrite(code.encode(), found)
    assert isinstance(written, bytes), written
    return written.decode()


REWRITTEN = [
    (
        "an error of one status is let go where it has another",
        "try:\n    f()\nexcept exceptions.ResourceExhausted:\n    wait()\n",
        "try:\n    f()\nexcept errors.ClientError as error:\n    if error.code != 429:\n        raise\n    wait()\n",
    ),
    (
        "a class above all is a class above all",
        "try:\n    f()\nexcept exceptions.GoogleAPIError as e:\n    log.error(e)\n",
        "try:\n    f()\nexcept errors.APIError as e:\n    log.error(e)\n",
    ),
    (
        "several handlers become one, before what catches everything",
        "try:\n    f()\nexcept exceptions.NotFound:\n    a()\nexcept exceptions.InvalidArgument as e:\n    b(e.message)\nexcept Exception as e:\n    c(e)\n",
        'try:\n    f()\nexcept Exception as e:\n    if isinstance(e, errors.APIError) and e.code == 404:\n        a()\n    elif isinstance(e, errors.APIError) and e.status == "INVALID_ARGUMENT":\n        b(e.message)\n    else:\n        c(e)\n',
    ),
    (
        "a class above some is asked for after the others",
        "try:\n    f()\nexcept exceptions.NotFound:\n    a()\nexcept exceptions.ClientError:\n    b()\n",
        "try:\n    f()\nexcept errors.APIError as error:\n    if error.code == 404:\n        a()\n    elif isinstance(error, errors.ClientError):\n        b()\n    else:\n        raise\n",
    ),
    (
        "classes that are caught together",
        "try:\n    f()\nexcept (exceptions.PermissionDenied, exceptions.InternalServerError) as e:\n    g()\nexcept ValueError:\n    h()\n",
        "try:\n    f()\nexcept errors.APIError as e:\n    if e.code not in (403, 500):\n        raise\n    g()\nexcept ValueError:\n    h()\n",
    ),
]


@pytest.mark.parametrize(("code", "expected"), [one[1:] for one in REWRITTEN], ids=[one[0] for one in REWRITTEN])
def test_handlers_are_rewritten(code: str, expected: str) -> None:
    assert handled(IMPORT + code) == AFTER + expected


def test_classes_that_are_imported_by_name() -> None:
    code = "from google.api_core.exceptions import NotFound\ntry:\n    f()\nexcept NotFound as e:\n    raise X(e.code) from e\n"
    expected = (
        AFTER
        + "try:\n    f()\nexcept errors.ClientError as e:\n    if e.code != 404:\n        raise\n    raise X(e.code) from e\n"
    )
    assert handled(code) == expected


def test_a_file_without_such_errors_is_left() -> None:
    assert handled("try:\n    f()\nexcept ValueError:\n    g()\n") == "try:\n    f()\nexcept ValueError:\n    g()\n"


WITHHELD = [
    (
        "an error that the new library does not raise",
        IMPORT + "try:\n    f()\nexcept exceptions.RetryError:\n    g()\n",
    ),
    (
        "an error that is caught with one of Python's",
        IMPORT + "try:\n    f()\nexcept (exceptions.NotFound, KeyError):\n    g()\n",
    ),
    ("an error that is handed on", IMPORT + "try:\n    f()\nexcept exceptions.NotFound as e:\n    g(e)\n"),
    ("a part of it that is gone", IMPORT + "try:\n    f()\nexcept exceptions.NotFound as e:\n    g(e.reason)\n"),
    ("a class outside of a handler", IMPORT + "again = retry_if_exception_type(exceptions.NotFound)\n"),
    ("another library that raises it", IMPORT + "from google.cloud import storage\n"),
    ("a retry of that package", "from google.api_core import exceptions, retry\n"),
    (
        "a text over several lines in a body that would be moved",
        IMPORT + 'try:\n    f()\nexcept exceptions.NotFound:\n    g("""a\nb""")\nexcept Exception:\n    h()\n',
    ),
    (
        "handlers that call the error differently",
        IMPORT + "try:\n    f()\nexcept exceptions.NotFound as a:\n    g(a.code)\nexcept Exception as b:\n    h(b)\n",
    ),
    (
        "another handler in between",
        IMPORT
        + "try:\n    f()\nexcept exceptions.NotFound:\n    g()\nexcept KeyError:\n    h()\nexcept Exception:\n    i()\n",
    ),
]


@pytest.mark.parametrize("code", [one[1] for one in WITHHELD], ids=[one[0] for one in WITHHELD])
def test_handlers_are_withheld(code: str) -> None:
    found = handled(code)
    assert isinstance(found, Problem)
    assert found.bail is Bail.ERRORS_CAUGHT_DIFFERENTLY
