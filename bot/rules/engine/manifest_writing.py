"""What could be written into a dependency file for the new library, and the writing of it."""

from collections.abc import Sequence

from bot.packs.schema import Pack
from bot.rules.engine.splice import spliced
from bot.scan.facts import Replacement
from bot.scan.manifests.adding.forms import only_added, place_for
from bot.scan.manifests.adding.wanted import Wanted
from bot.scan.manifests.encoded import decoded
from bot.scan.manifests.facts import ManifestOffer
from bot.scan.manifests.forms import read_manifest
from bot.scan.manifests.proof import only_planned
from bot.scan.manifests.python_floor import lowest_python
from bot.scan.manifests.raised_python import names_older_pythons, raised_python
from bot.scan.manifests.selection import ManifestForm
from bot.vocabulary import Bail


def manifest_offer(form: ManifestForm, data: bytes, pack: Pack) -> ManifestOffer:
    """What could be written into the file for the pack's new library."""
    try:
        encoded = decoded(data)
    except UnicodeDecodeError:
        return ManifestOffer()
    if not encoded.has_its_lines:
        return ManifestOffer()
    text = encoded.text
    python = raised_python(form, text, pack.new.python)
    if python is not None and not _rises(form, text, python, pack.new.python):
        python = None
    return ManifestOffer(
        declaration=place_for(form, text, wanted_by(pack)),
        python=python,
        older_classifiers=names_older_pythons(text, pack.new.python),
    )


def wanted_by(pack: Pack) -> Wanted:
    """The pack's new library as a dependency."""
    return Wanted(pack.new.distribution, pack.new.specifier)


def _rises(form: ManifestForm, text: str, replacements: Sequence[Replacement], floor: str) -> bool:
    """Whether the file, written so, promises no Python below the floor and is otherwise the same."""
    result = spliced(text, replacements)
    if isinstance(result, Bail) or not only_planned(form, text, result, replacements):
        return False
    return lowest_python(read_manifest(form, result, frozenset()).pythons, floor) is None


def rewrite_manifest(
    form: ManifestForm, data: bytes, replacements: Sequence[Replacement], added: Replacement | None, wanted: Wanted
) -> bytes | Bail:
    """The file with its replacements, and with the dependency that is `wanted` where `added` says so; exactly the
    planned values differ afterwards.
    """
    encoded = decoded(data)
    text = encoded.text
    replaced = spliced(text, replacements)
    result = spliced(text, [*replacements, added] if added is not None else replacements)
    if isinstance(replaced, Bail) or isinstance(result, Bail):
        return Bail.EDITS_OVERLAP
    if not only_planned(form, text, replaced, replacements):
        return Bail.DECLARATION_NOT_REWRITABLE
    if added is not None and not only_added(form, replaced, result, wanted):
        return Bail.DECLARATION_NOT_REWRITABLE
    return encoded.written(result)
