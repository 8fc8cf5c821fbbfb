"""Taking GitHub's JSON apart: an answer of another shape than documented is one error, wherever it is noticed."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.forge.errors import Unexpected


@contextmanager
def understood(what: str) -> Iterator[None]:
    """Asking for `what` and reading it: anything missing, of another type or not decodable raises Unexpected."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unexpected(f"GitHub's answer about {what} has another shape: {type(error).__name__}") from error
