"""The packs that travel with Obelize, as they were read before: to read YAML takes longer than to search a tree."""

from bot.answers.cache import Answers
from bot.models.reading import MisfitError, read_json
from bot.models.writing import compact
from bot.packs.loaded import LoadedPack, read_bundled, sha256_of
from bot.packs.schema import Pack


def remembered_packs(answers: Answers) -> tuple[LoadedPack, ...]:
    """The bundled packs in the order of their ids; their rules are checked by the tests, not again here."""
    return read_bundled(lambda data: _pack(data, answers))


def _pack(data: bytes, answers: Answers) -> Pack:
    name = f"pack {sha256_of(data)}"
    document = answers.document(name, shared=True)
    if document is not None:
        try:
            return read_json(Pack, document)
        except MisfitError:
            pass
    from bot.packs.loader import load_pack

    pack = load_pack(data, None)
    answers.keep_document(name, compact(pack).encode(), shared=True)
    return pack
