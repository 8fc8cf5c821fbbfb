"""The packs that travel with Obelize, as they were read before: to read YAML takes longer than to search a tree."""

from bot.answers.cache import Answers
from bot.models.reading import MisfitError, read_json
from bot.models.writing import compact
from bot.packs.at_hand import PackAtHand, PackHead
from bot.packs.loaded import LoadedPack, read_bundled, sha256_of
from bot.packs.schema import Pack


def remembered_packs(answers: Answers) -> tuple[LoadedPack, ...]:
    """The bundled packs in the order of their ids; their rules are checked by the tests, not again here."""
    return read_bundled(lambda data: _at_hand(data, answers))


def _at_hand(data: bytes, answers: Answers) -> PackAtHand:
    name = f"pack {sha256_of(data)}"
    head, whole = answers.document(f"head of {name}", shared=True), answers.document(name, shared=True)
    if head is not None and whole is not None:
        try:
            return PackAtHand(read_json(PackHead, head), whole.decode, lambda: _pack(whole, data))
        except MisfitError:
            pass
    at_hand = PackAtHand.of(_loaded(data))
    answers.keep_document(f"head of {name}", compact(at_hand.head).encode(), shared=True)
    answers.keep_document(name, at_hand.document.encode(), shared=True)
    return at_hand


def _pack(document: bytes, data: bytes) -> Pack:
    try:
        return read_json(Pack, document)
    except MisfitError:
        return _loaded(data)


def _loaded(data: bytes) -> Pack:
    from bot.packs.loader import load_pack

    return load_pack(data, None)
