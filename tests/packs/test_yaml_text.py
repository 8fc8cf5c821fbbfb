"""The YAML of a pack is read narrowly: what could surprise is text, what could hurt is refused with its line."""

from typing import Any

import pytest
import yaml

from bot.packs.yaml_text import MAXIMUM_BYTES, YamlRefusedError, read_yaml, shown

PARSERS = [pytest.param(yaml.SafeLoader, id="python"), pytest.param(yaml.CSafeLoader, id="libyaml")]

VALUES = {
    "a version stays text": ("v: 3.10", {"v": "3.10"}),
    "a date stays text": ("v: 2021-03-04", {"v": "2021-03-04"}),
    "yes and on are text": ("[yes, on, No]", ["yes", "on", "No"]),
    "whole numbers, true, false and null are what they say": (
        "[1, -2, true, false, null, ~]",
        [1, -2, True, False, None, None],
    ),
    "quoted words are text": ("['true', \"1\", 'null']", ["true", "1", "null"]),
    "an octal, a hexadecimal and a sexagesimal number are text": ("[0o7, 0x1F, 1:30]", ["0o7", "0x1F", "1:30"]),
    "a number longer than any use is text": ("[" + "9" * 40 + "]", ["9" * 40]),
    "text runs on over lines": ("v: one\n  two\n", {"v": "one two"}),
    "nothing is null": ("v:\n", {"v": None}),
    "a merge key is a key like any other": ("<<: 1", {"<<": 1}),
    "letters of the world are kept": ("v: Größe €", {"v": "Größe €"}),
}


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("text", "value"), VALUES.values(), ids=VALUES.keys())
def test_a_value_is_read(text: str, value: Any, parser: Any) -> None:
    found = read_yaml(text.encode(), parser).value
    assert found == value
    assert repr(found) == repr(value)


REFUSED = {
    "an anchor": ("a: &x 1\nb: 2", 1, "anchors are not allowed"),
    "an alias": ("a: 1\nb: *x", 2, None),
    "a bomb of aliases": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]", 1, "anchors are not allowed"),
    "an anchor on a key": ("&k a: 1", 1, "a key is plain text, without anchor, alias or tag"),
    "a Python object": ("a: 1\nb: !!python/object/apply:os.system ['true']", 2, "tags are not allowed"),
    "a harmless tag": ("a: !!str 1", 1, "tags are not allowed"),
    "a tag of one's own": ("a: !thing 1", 1, "tags are not allowed"),
    "a tag on a list": ("a: !!set {x}", 1, "tags are not allowed"),
    "a key that is a list": ("? [a, b]\n: 1", 1, "a key is plain text, without anchor, alias or tag"),
    "a key twice": ("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3", 5, "the key 'c' stands twice, first in line 3"),
    "a key twice in one line": ("{a: 1, a: 2}", 1, "the key 'a' stands twice, first in line 1"),
    "a second document": ("a: 1\n---\nb: 2", 2, "only one document is allowed"),
    "a directive": ("%YAML 1.1\n---\na: 1", None, "YAML directives are not allowed"),
    "a tag directive": ("%TAG ! tag:example.org,2000:\n---\na: 1", None, "YAML directives are not allowed"),
    "a tab for an indent": ("a:\n\tb: 1", 2, None),
    "an open bracket": ("a: [1, 2", None, None),
    "an open quote": ("a: 'x", None, None),
    "a control character": ("a: \x01", None, None),
    "a surrogate": ("a: \\ud800", None, None),
}
TEXT_AFTER_ALL = {"a surrogate"}
"""An escape outside double quotes is six characters of text."""


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("text", "line", "sentence"), REFUSED.values(), ids=REFUSED.keys())
def test_what_may_not_be_in_a_pack_is_refused_with_its_line(
    text: str, line: int | None, sentence: str | None, parser: Any, request: pytest.FixtureRequest
) -> None:
    if any(name in request.node.callspec.id for name in TEXT_AFTER_ALL):
        assert read_yaml(text.encode(), parser).value == {"a": "\\ud800"}
        return
    with pytest.raises(YamlRefusedError) as refused:
        read_yaml(text.encode(), parser)
    assert line is None or refused.value.line == line
    assert sentence is None or refused.value.sentence == sentence
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "], ids=["lists", "mappings", "blocks", "keys"])
def test_a_thousand_levels_are_refused_and_end_no_process(opening: str, parser: Any) -> None:
    with pytest.raises(YamlRefusedError):
        read_yaml((opening * 1_000).encode(), parser)


def test_a_text_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(YamlRefusedError, match="longer than 524,288 bytes"):
        read_yaml(b"a" * (MAXIMUM_BYTES + 1))
    assert read_yaml(b"a" * MAXIMUM_BYTES).value == "a" * MAXIMUM_BYTES


@pytest.mark.parametrize("data", [b"a: 1\nb: \xff", "a: 1\nb: ü".encode("latin-1"), "a: 1".encode("utf-16")])
def test_bytes_that_are_not_utf8_are_refused(data: bytes) -> None:
    with pytest.raises(YamlRefusedError, match="not UTF-8"):
        read_yaml(data)


def test_every_key_and_item_knows_its_line() -> None:
    document = read_yaml(b"# first\na:\n  - x\n  -\n    b: 1\nc: {d: 2,\n e: 3}\n")
    assert document.lines == {
        ("a",): 2,
        ("a", 0): 3,
        ("a", 1): 5,
        ("a", 1, "b"): 5,
        ("c",): 6,
        ("c", "d"): 6,
        ("c", "e"): 7,
    }
    assert document.line(("a", 1, "missing", "deeper")) == 5
    assert document.line(("missing",)) == 1


def test_a_value_in_a_message_is_one_line_of_plain_characters() -> None:
    assert shown("a\nb\x1b[31m\u202e") == r"'a\nb\x1b[31m\u202e'"
    assert shown("x" * 100) == "'" + "x" * 56 + "..."


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "~\n"])
def test_a_text_without_a_value_is_null(text: str, parser: Any) -> None:
    assert read_yaml(text.encode(), parser).value is None
