"""What narrows a plain type in an `Annotated` of a light record: pydantic's words, without importing pydantic."""

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any


class Bounds:
    """How long a text or a collection, how large a number may be, and the pattern that a text has to match.

    A `strict` value is taken only as what it is, which `reading` does with all. A pattern is one of Rust's regular
    expressions, as pydantic's, as far as Python reads it alike; `$` is the end.
    """

    def __init__(
        self,
        *,
        min_length: int | None = None,
        max_length: int | None = None,
        pattern: str | None = None,
        ge: int | None = None,
        le: int | None = None,
        strict: bool | None = None,
    ) -> None:
        given = {"min_length": min_length, "max_length": max_length, "pattern": pattern, "ge": ge, "le": le}
        given["strict"] = strict
        self._given = {word: bound for word, bound in given.items() if bound is not None}
        self._least, self._most = min_length or 0, max_length
        self._pattern = pattern
        self._ge, self._le = ge, le

    def hold(self, value: Any) -> bool:
        """Whether a value of the plain type lies inside."""
        if self._pattern is not None and self._matches(value) is None:
            return False
        if self._ge is not None and value < self._ge:
            return False
        if self._le is not None and value > self._le:
            return False
        if self._most is not None and len(value) > self._most:
            return False
        return not self._least or len(value) >= self._least

    @cached_property
    def _matches(self) -> Callable[[str], object]:
        assert self._pattern is not None
        whole = rf"{self._pattern[:-1]}\Z" if self._pattern.endswith("$") else self._pattern
        return re.compile(whole).search

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """The same for pydantic, which calls the bounds as we do."""
        return {**handler(source), **self._given}


class Checked:
    """A check that no bound can express: it gives the value, or raises ValueError with a sentence of ours.

    With `before` it sees what stood there, whatever it is.
    """

    def __init__(self, check: Callable[[Any], Any], *, before: bool = False) -> None:
        self.check = check
        self.before = before

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        """The same for pydantic."""
        from pydantic_core import core_schema

        if self.before:
            return core_schema.no_info_before_validator_function(self.check, handler(source))
        return core_schema.no_info_after_validator_function(self.check, handler(source))
