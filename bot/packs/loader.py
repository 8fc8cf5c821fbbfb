"""Reads packs: untrusted YAML in, a checked `Pack` out, or every complaint with its place.

A pack is data: nothing of it is executed, and its text reaches no path.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from bot.models.light_record import LightRecord
from bot.packs.at_hand import PackAtHand
from bot.packs.complaints import Complaint, complaints_about
from bot.packs.loaded import BUNDLED, LoadedPack, PackError, read_bundled, sha256_of
from bot.packs.schema import Pack
from bot.packs.yaml_text import MAXIMUM_BYTES, YamlDocument, YamlRefusedError, read_yaml, shown
from bot.vocabulary import PackSource

RuleKinds = Mapping[str, type[LightRecord]]
"""Rule kind, as `changes[].kind` names it, to the model of its parameters."""


def load_pack(data: bytes, kinds: RuleKinds | None) -> Pack:
    """The pack that `data` describes; raises PackError with every complaint at once.

    Without `kinds` what only they can tell is not asked: whether each change's parameters are those of its rule.
    """
    try:
        document = read_yaml(data)
    except YamlRefusedError as error:
        raise PackError((str(error),)) from error
    try:
        pack = TypeAdapter(Pack).validate_python(document.value)
    except ValidationError as error:
        raise PackError(_lines(document, complaints_about(error, Pack))) from error
    complaints = [*_about_changes(pack, kinds), *_about_releases(pack)] if kinds is not None else []
    if complaints:
        raise PackError(_lines(document, complaints))
    return pack


def load_pack_file(path: Path, source: PackSource, kinds: RuleKinds | None) -> LoadedPack:
    """The pack in a file; raises PackError, or OSError where the file cannot be read."""
    with path.open("rb") as file:
        data = file.read(MAXIMUM_BYTES + 1)
    return LoadedPack(PackAtHand.of(load_pack(data, kinds)), data, sha256_of(data), source)


def bundled_packs(kinds: RuleKinds | None, folder: Path = BUNDLED) -> tuple[LoadedPack, ...]:
    """The packs that travel with Obelize, in the order of their ids; raises PackError naming the pack."""
    return read_bundled(lambda data: PackAtHand.of(load_pack(data, kinds)), folder)


def _about_changes(pack: Pack, kinds: RuleKinds) -> Iterator[Complaint]:
    for index, change in enumerate(pack.changes):
        model = kinds.get(change.kind)
        if model is None:
            expected = f"expected one of {', '.join(sorted(kinds))}; found {shown(change.kind)}"
            yield Complaint(("changes", index, "kind"), expected)
            continue
        try:
            TypeAdapter(model).validate_python(change.parameters)
        except ValidationError as error:
            yield from complaints_about(error, model, ("changes", index, "parameters"))


def _about_releases(pack: Pack) -> Iterator[Complaint]:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        specifier = SpecifierSet(pack.new.specifier)
    except InvalidSpecifier:
        yield Complaint(("new", "specifier"), f"expected a version specifier; found {shown(pack.new.specifier)}")
        return
    for index, release in enumerate(pack.new.measured):
        if release not in specifier:
            yield Complaint(("new", "measured", index), f"expected a release of new.specifier; found {shown(release)}")


def _lines(document: YamlDocument, complaints: list[Complaint]) -> tuple[str, ...]:
    placed = sorted((document.line(complaint.path), str(complaint)) for complaint in complaints)
    return tuple(f"line {line}: {text}" for line, text in placed)
