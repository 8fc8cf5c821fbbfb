"""The registry of the tests that reads files the way the scan and the rules do. Runs inside the child."""

import ast
import io
import tokenize
import tomllib
from collections.abc import Callable

import libcst
import tomlkit
import yaml
from libcst import metadata
from packaging.requirements import InvalidRequirement, Requirement

from bot.analyser.jobs import BUILT_IN, Finished, Jobs
from bot.models.light_record import LightRecord
from bot.models.reading import MisfitError, read_json

Parameters = dict[str, object]
Payloads = tuple[bytes, ...]


class _Point(LightRecord):
    x: int


def names(_: Parameters, payloads: Payloads) -> Finished:
    """The string constants of a file, as `ast` reads them."""
    try:
        tree = ast.parse(payloads[0])
    except (SyntaxError, ValueError, LookupError) as error:
        return Finished({"error": type(error).__name__, "texts": []})
    found = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return Finished({"error": "", "texts": found})


def tokens(_: Parameters, payloads: Payloads) -> Finished:
    """The strings of a file, as `tokenize` reads them."""
    try:
        found = list(tokenize.tokenize(io.BytesIO(payloads[0]).readline))
    except (SyntaxError, LookupError, tokenize.TokenError) as error:
        return Finished({"error": type(error).__name__, "texts": []})
    return Finished({"error": "", "texts": [ast.literal_eval(t.string) for t in found if t.type == tokenize.STRING]})


def rewrite(_: Parameters, payloads: Payloads) -> Finished:
    """Rename `old` to `new` with LibCST, names resolved by its scopes."""
    try:
        wrapper = metadata.MetadataWrapper(libcst.parse_module(payloads[0]))
    except libcst.ParserSyntaxError as error:
        return Finished({"error": str(error)[:20], "texts": []})
    changed = wrapper.visit(_Renamer())
    return Finished({"error": "", "texts": [changed.encoding]}, (changed.bytes,))


class _Renamer(libcst.CSTTransformer):
    METADATA_DEPENDENCIES = (metadata.ScopeProvider, metadata.PositionProvider, metadata.QualifiedNameProvider)

    def leave_Name(self, original_node: libcst.Name, updated_node: libcst.Name) -> libcst.Name:  # noqa: N802
        if original_node.value != "old":
            return updated_node
        self.get_metadata(metadata.ScopeProvider, original_node, None)
        return updated_node.with_changes(value="new")


def parse_natively(_: Parameters, payloads: Payloads) -> Finished:
    """LibCST's native parser alone."""
    libcst.parse_module(payloads[0])
    return Finished({})


def toml(_: Parameters, payloads: Payloads) -> Finished:
    """Change one key of a TOML document and keep the rest as it was."""
    text = payloads[0].decode()
    try:
        value, document = tomllib.loads(text), tomlkit.parse(text)
    except (tomllib.TOMLDecodeError, tomlkit.exceptions.ParseError) as error:
        return Finished({"error": type(error).__name__, "texts": []})
    document["project"]["dependencies"].append("new>=1")
    return Finished({"error": "", "texts": sorted(value)}, (tomlkit.dumps(document).encode(),))


def configuration(_: Parameters, payloads: Payloads) -> Finished:
    """The keys of a YAML document."""
    try:
        return Finished({"error": "", "texts": sorted(yaml.safe_load(payloads[0]))})
    except yaml.YAMLError as error:
        return Finished({"error": str(error)[:25], "texts": []})


def requirement(_: Parameters, payloads: Payloads) -> Finished:
    """The parts of a requirement."""
    try:
        read = Requirement(payloads[0].decode())
    except InvalidRequirement as error:
        return Finished({"error": str(error)[:20], "texts": []})
    applies = read.marker is None or read.marker.evaluate()
    return Finished({"error": "", "texts": [read.name, str(read.specifier), str(applies), *sorted(read.extras)]})


def record(_: Parameters, payloads: Payloads) -> Finished:
    """A record from JSON."""
    try:
        return Finished({"error": "", "texts": [str(read_json(_Point, payloads[0]).x)]})
    except MisfitError as error:
        return Finished({"error": str(error)[:20], "texts": []})


_JOBS: tuple[Callable[[Parameters, Payloads], Finished], ...] = (
    names,
    tokens,
    rewrite,
    parse_natively,
    toml,
    configuration,
    requirement,
    record,
)


def registry(_: Parameters) -> Jobs:
    return {**BUILT_IN, **{job.__name__: job for job in _JOBS}}
