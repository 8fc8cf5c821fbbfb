"""Reads packs: untrusted YAML in, a checked `Pack` out, or every complaint with its place.

A pack is data: nothing of it is executed, and its text reaches no path. The folders of `bundled/` are walked when
Obelize starts.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bot.models.finding import PackStamp
from bot.packs.complaints import Complaint, complaints_about
from bot.packs.schema import Pack
from bot.packs.yaml_text import MAXIMUM_BYTES, YamlDocument, YamlRefusedError, read_yaml, shown
from bot.vocabulary import PackSource

BUNDLED = Path(__file__).resolve().parent / "bundled"

RuleKinds = Mapping[str, type[BaseModel]]
"""Rule kind, as `changes[].kind` names it, to the model of its parameters."""


class PackError(Exception):
    """A pack cannot be used. `problems` holds one line each: `line 12: changes[2].kind: expected …; found …`."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class LoadedPack:
    """A pack with the exact bytes it was read from, their SHA-256 in hexadecimal, and where it came from."""

    pack: Pack
    data: bytes = field(repr=False)
    sha256: str
    source: PackSource

    @property
    def stamp(self) -> PackStamp:
        """Which pack this is, as documents state it."""
        return PackStamp(id=self.pack.id, version=self.pack.version, sha256=self.sha256)


def load_pack(data: bytes, kinds: RuleKinds | None) -> Pack:
    """The pack that `data` describes; raises PackError with every complaint at once.

    Without `kinds` what only they can tell is not asked: whether each change's parameters are those of its rule.
    """
    try:
        document = read_yaml(data)
    except YamlRefusedError as error:
        raise PackError((str(error),)) from error
    try:
        pack = Pack.model_validate(document.value)
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
    return LoadedPack(load_pack(data, kinds), data, hashlib.sha256(data).hexdigest(), source)


def bundled_packs(kinds: RuleKinds | None = None, folder: Path = BUNDLED) -> tuple[LoadedPack, ...]:
    """The packs that travel with Obelize, in the order of their ids; raises PackError naming the pack.

    Their rules are checked by the tests. A command at the terminal leaves `kinds` out, since to bring in the rules
    takes longer than to search a repository.
    """
    loaded = []
    for path in sorted(folder.glob("*/*/pack.yaml")):
        expected = f"{path.parent.parent.name}/{path.parent.name}"
        try:
            found = load_pack_file(path, PackSource.BUNDLED, kinds)
        except PackError as error:
            raise PackError(tuple(f"{expected}: {problem}" for problem in error.problems)) from error
        if found.pack.id != expected:
            raise PackError((f"{expected}: id: expected the folder's name; found {shown(found.pack.id)}",))
        loaded.append(found)
    return tuple(sorted(loaded, key=lambda each: each.pack.id))


def _about_changes(pack: Pack, kinds: RuleKinds) -> Iterator[Complaint]:
    for index, change in enumerate(pack.changes):
        model = kinds.get(change.kind)
        if model is None:
            expected = f"expected one of {', '.join(sorted(kinds))}; found {shown(change.kind)}"
            yield Complaint(("changes", index, "kind"), expected)
            continue
        try:
            model.model_validate(change.parameters)
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
