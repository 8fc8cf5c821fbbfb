"""The members of Python's own types are written down completely, whatever Python runs the tests."""

import datetime as dt
import decimal
import io
import pathlib
import re

import pytest

from bot.packs.builtin_members import BUILTIN_MEMBERS, EVERY_BUILTIN_MEMBER

FAMILIES: dict[str, tuple[type, ...]] = {
    "bytes": (bytes, bytearray, memoryview),
    "datetime": (dt.datetime, dt.date, dt.time, dt.timedelta),
    "decimal": (decimal.Decimal,),
    "dict": (dict,),
    "exception": (BaseException, OSError, UnicodeError, StopIteration, SystemExit, ImportError, SyntaxError, NameError),
    "file": (
        *(io.TextIOWrapper, io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.FileIO),
        *(io.BytesIO, io.StringIO),
    ),
    "float": (float, complex),
    "int": (int, bool),
    "list": (list,),
    "path": (pathlib.Path, pathlib.PurePath),
    "range": (range,),
    "re": (re.Pattern, re.Match),
    "set": (set, frozenset),
    "str": (str,),
    "tuple": (tuple,),
}


def public(cls: type) -> set[str]:
    return {name for name in dir(cls) if not name.startswith("_")}


@pytest.mark.parametrize("family", BUILTIN_MEMBERS)
def test_no_public_member_is_missing(family: str) -> None:
    there = set().union(*(public(cls) for cls in FAMILIES[family]))
    assert there - BUILTIN_MEMBERS[family] == set()


@pytest.mark.parametrize("family", ["dict", "list", "str", "tuple", "range"])
def test_where_python_has_long_stood_still_nothing_is_made_up(family: str) -> None:
    assert BUILTIN_MEMBERS[family] == set().union(*(public(cls) for cls in FAMILIES[family]))


def test_the_whole_is_its_parts() -> None:
    assert set().union(*BUILTIN_MEMBERS.values()) == EVERY_BUILTIN_MEMBER
    assert {"append", "read", "strip", "keys", "exists", "quantize"} <= EVERY_BUILTIN_MEMBER
