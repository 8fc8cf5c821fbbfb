"""A pack is checked as a whole, and every complaint says where, what was expected and what stands there."""

import hashlib
from pathlib import Path

import pytest

from bot.models.light_record import LightRecord
from bot.models.writing import fields_of
from bot.packs.loaded import BUNDLED, PackError
from bot.packs.loader import bundled_packs, load_pack, load_pack_file
from bot.rules.engine.kinds import parameter_models
from bot.vocabulary import PackSource

GOOD = """\
schema: 1
id: example/one-to-two
version: 1.0.0
title: From one to two
old: {distribution: one, modules: [one], measured: 1.4}
new: {distribution: two, modules: [two], specifier: ">=2,<3", extras: {}, python: "3.10", measured: [2.0, 2.5]}
tokens: [one]
changes:
  - id: rename
    kind: rename
    sentence: One is called two.
    source: https://example.org/two
    parameters:
      modules: {one: two}
citations:
  - {title: Two, url: https://example.org/two}
surface:
  modules:
    one:
      same: [Reader]
  objects:
    one.Reader:
      same: [pages]
      gone: {getPage: Write pages.}
"""


class Rename(LightRecord):
    """The parameters of a rule kind of the tests."""

    modules: dict[str, str]
    limit: int = 0


KINDS = {"rename": Rename}


def problems(old: str, new: str) -> tuple[str, ...]:
    """What is wrong with the good pack once a piece of its text is another."""
    assert old in GOOD
    with pytest.raises(PackError) as refused:
        load_pack(GOOD.replace(old, new, 1).encode(), KINDS)
    assert str(refused.value) == "\n".join(refused.value.problems)
    return refused.value.problems


def test_a_good_pack_is_read() -> None:
    pack = load_pack(GOOD.encode(), KINDS)
    assert pack.id == "example/one-to-two"
    assert pack.new.python == "3.10"
    assert pack.changes[0].parameters == {"modules": {"one": "two"}}
    assert pack.surface.objects["one.Reader"].gone == {"getPage": "Write pages."}


COMPLAINTS = {
    "an unknown key, with the nearest name": (
        "title: From one to two",
        "titel: From one to two",
        (
            "line 1: title: expected a value, the key is required; found nothing",
            "line 4: titel: expected a known key (the nearest is title); found 'titel'",
        ),
    ),
    "an unknown key deep inside": (
        "same: [pages]",
        "sane: [pages]",
        ("line 23: surface.objects[\"one.Reader\"].sane: expected a known key (the nearest is same); found 'sane'",),
    ),
    "an unknown rule kind": (
        "kind: rename",
        "kind: renmae",
        ("line 10: changes[0].kind: expected one of rename; found 'renmae'",),
    ),
    "a parameter that the rule kind does not take": (
        "modules: {one: two}",
        "module: {one: two}",
        (
            "line 13: changes[0].parameters.modules: expected a value, the key is required; found nothing",
            "line 14: changes[0].parameters.module: expected a known key (the nearest is modules); found 'module'",
        ),
    ),
    "a parameter of the wrong kind": (
        "modules: {one: two}",
        "modules: [one]",
        ("line 14: changes[0].parameters.modules: expected keys and values; found ['one']",),
    ),
    "a specifier that is none": (
        '">=2,<3"',
        '"about 2"',
        ("line 6: new.specifier: expected a version specifier; found 'about 2'",),
    ),
    "a measured release outside the range": (
        "measured: [2.0, 2.5]",
        "measured: [2.0, 3.1]",
        ("line 6: new.measured[1]: expected a release of new.specifier; found '3.1'",),
    ),
    "a schema of another time": (
        "schema: 1",
        "schema: 2",
        ("line 1: schema: expected less than or equal to 1; found 2",),
    ),
    "a name that is same and gone": (
        "same: [pages]",
        "same: [pages, getPage]",
        ('line 22: surface.objects["one.Reader"]: listed twice among same, gone and changed: getPage',),
    ),
    "a type that is no class": (
        "same: [Reader]",
        "same: [Reader]\n      gives: {Reader: one.Writer}",
        ("line 17: surface: 'one.Writer' is not a class of surface.objects, or [class]",),
    ),
    "a list that has to hold something": (
        "tokens: [one]",
        "tokens: []",
        ("line 7: tokens: expected tuple should have at least 1 item after validation, not 0; found []",),
    ),
    "two complaints at once": (
        "id: rename\n    kind: rename",
        "id: Rename Me\n    kind: 7",
        (
            "line 9: changes[0].id: expected text to match pattern '^[a-z0-9]+(?:-[a-z0-9]+)*$'; found 'Rename Me'",
            "line 10: changes[0].kind: expected text; found 7",
        ),
    ),
}


@pytest.mark.parametrize(("old", "new", "expected"), COMPLAINTS.values(), ids=COMPLAINTS.keys())
def test_a_complaint_says_where_what_was_expected_and_what_stands_there(
    old: str, new: str, expected: tuple[str, ...]
) -> None:
    assert problems(old, new) == expected


HOSTILE = {
    "an id that climbs": ("example/one-to-two", "../../etc/passwd"),
    "an id with upper case": ("example/one-to-two", "Example/One"),
    "a sentence with a control character": ("One is called two.", '"a\\u0007b"'),
    "a sentence with an escape sequence": ("One is called two.", '"\\u001b[31mred"'),
    "a sentence too long": ("One is called two.", "x" * 2_001),
    "a source that is not https": ("source: https://example.org/two", "source: javascript:alert(1)"),
    "a source with a quote": ("source: https://example.org/two", 'source: "https://example.org/\'onload="'),
    "a module that is an expression": ("modules: [one]", "modules: ['one; import os']"),
    "a class with a path": ("one.Reader:", "../Reader:"),
    "a member that is no identifier": ("same: [pages]", "same: ['pages()']"),
    "a token that is not ASCII": ("tokens: [one]", "tokens: [önë]"),
    "a distribution with a newline": ("distribution: two", 'distribution: "two\\nthree"'),
    "text for a mapping": ("new: {distribution: two", "new: two #{distribution: two"),
    "a module outside the library": ("    one:\n", "    other:\n"),
}


@pytest.mark.parametrize(("old", "new"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_value_is_refused_in_one_printable_line_each(old: str, new: str) -> None:
    for line in problems(old, new):
        assert line.startswith("line ")
        assert line.isprintable()
        assert len(line) < 400


def test_a_text_that_was_cut_off_is_a_pack_or_a_complaint() -> None:
    """At no place does it end in another exception."""
    complete = 0
    for end in range(len(GOOD)):
        try:
            load_pack(GOOD[:end].encode(), KINDS)
        except PackError:
            continue
        complete += 1
    assert complete < 20


def test_a_document_that_is_no_mapping_is_refused() -> None:
    for text in (b"just text", b"[1, 2]", b"7", b"null"):
        with pytest.raises(PackError, match=r"^line 1: "):
            load_pack(text, KINDS)


def test_a_loaded_pack_holds_the_bytes_that_were_read(tmp_path: Path) -> None:
    path = tmp_path / "pack.yaml"
    path.write_bytes(GOOD.encode())
    loaded = load_pack_file(path, PackSource.LOCAL, KINDS)
    assert loaded.data == GOOD.encode()
    assert loaded.sha256 == hashlib.sha256(GOOD.encode()).hexdigest()
    assert loaded.source is PackSource.LOCAL
    assert fields_of(loaded.stamp) == {"id": "example/one-to-two", "version": "1.0.0", "sha256": loaded.sha256}
    assert "Reader" not in repr(loaded).replace(repr(loaded.pack), "")
    with pytest.raises(AttributeError):
        setattr(loaded.pack, "title", "Another")  # noqa: B010 - what a type checker would not let pass


def test_packs_are_found_by_walking_and_come_in_the_order_of_their_ids(tmp_path: Path) -> None:
    for name in ("two-to-three", "one-to-two"):
        folder = tmp_path / "example" / name
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(GOOD.replace("one-to-two", name), encoding="utf-8")
    found = bundled_packs(KINDS, tmp_path)
    assert [loaded.pack.id for loaded in found] == ["example/one-to-two", "example/two-to-three"]
    assert {loaded.source for loaded in found} == {PackSource.BUNDLED}


def test_a_pack_in_a_folder_of_another_name_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "example" / "elsewhere"
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(PackError, match="example/elsewhere: id: expected the folder's name"):
        bundled_packs(KINDS, tmp_path)


def test_a_complaint_about_a_bundled_pack_names_the_pack(tmp_path: Path) -> None:
    folder = tmp_path / "example" / "one-to-two"
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text("a: &x 1", encoding="utf-8")
    with pytest.raises(PackError) as refused:
        bundled_packs(KINDS, tmp_path)
    assert refused.value.problems == ("example/one-to-two: line 1: anchors are not allowed",)


def test_the_bundled_packs_load_with_the_rule_kinds_that_exist() -> None:
    found = bundled_packs(parameter_models())
    assert [loaded.pack.id for loaded in found] == [
        "gemini/google-generativeai-to-google-genai",
        "openai/openai-0-to-1",
        "py-pdf/pypdf2-to-pypdf",
    ]
    for loaded in found:
        assert loaded.data == (BUNDLED / loaded.pack.id / "pack.yaml").read_bytes()
