"""The notes beside packs: each about names that the pack knows, each with a source that the pack cites."""

import pytest

from bot.models.arc import Note
from bot.packs.loaded import BUNDLED, PackError, bundled_files, notes_beside
from bot.packs.loader import load_pack_file
from bot.packs.notes import read_notes
from bot.packs.surface import SurfaceIndex, Unknown
from bot.rules.engine.kinds import parameter_models
from bot.vocabulary import PackSource

NOTES = [(pack, note) for pack in bundled_files() for note in read_notes(notes_beside(pack))]


def surface(pack: str) -> SurfaceIndex:
    return SurfaceIndex(load_pack_file(BUNDLED / pack / "pack.yaml", PackSource.BUNDLED, parameter_models()).pack)


def is_known(index: SurfaceIndex, symbol: str) -> bool:
    """Whether the pack says anything of the name: a module, a class, or what stands in one."""
    return index.is_old_module(symbol) or index.has_class(symbol) or not isinstance(index.fate(symbol), Unknown)


def test_every_pack_has_some() -> None:
    assert {pack for pack, _ in NOTES} == set(bundled_files())


@pytest.mark.parametrize(("pack", "note"), NOTES, ids=lambda one: one.id if isinstance(one, Note) else one)
def test_a_note_is_about_names_of_the_pack_and_rests_on_a_page_that_it_cites(pack: str, note: Note) -> None:
    index = surface(pack)
    assert [symbol for symbol in note.symbols if not is_known(index, symbol)] == []
    cited = {one.url for one in index.pack.citations} | {one.source for one in index.pack.changes}
    assert note.source in cited


def test_the_check_of_names_bites() -> None:
    assert not is_known(surface("py-pdf/pypdf2-to-pypdf"), "PyPDF2.PdfReader.getPages")
    assert not is_known(surface("py-pdf/pypdf2-to-pypdf"), "pypdf.PdfReader")


def test_a_pack_of_somebody_else_has_none() -> None:
    assert read_notes(notes_beside("my-team/foo-to-bar")) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("notes: [", "notes.yaml: line 2: not YAML"),
        ("notes:\n  - id: a\n    symbols: []\n    fact: x\n    source: https://lib.example/\n", "notes[0].symbols"),
        ("notes:\n  - id: a\n    symbols: [b]\n    fact: x\n    source: http://lib.example/\n", "notes[0].source"),
        ("notes: []\nmore: 1\n", "more"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(text: str, said: str) -> None:
    with pytest.raises(PackError) as error:
        read_notes(text.encode())
    assert said in str(error.value)


def test_each_id_stands_once() -> None:
    one = "  - id: a\n    symbols: [b]\n    fact: x\n    source: https://lib.example/\n"
    with pytest.raises(PackError):
        read_notes(f"notes:\n{one}{one}".encode())
