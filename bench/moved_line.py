"""A tree as it is in the pull request of a dependency bump: its dependency lines ask for the new library already.

Made in memory; nothing is written. A tree that declares the library nowhere gets a requirements file that does.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence

from bot.analyser.jobs import REGISTRY
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser
from bot.configuration import default_config
from bot.driver import Driver
from bot.models.struct import altered
from bot.models.want import Analyse, Analysed, Answer, Job, Want
from bot.models.writing import plain
from bot.packs.loaded import LoadedPack
from bot.packs.surface import SurfaceIndex
from bot.plan.manifest_survey import ManifestSurvey, survey_manifests
from bot.scan.facts import Rewritten
from bot.source.memory import MemoryTree
from bot.source.tree import Content, Listing, SourceTree, assembled

_ADDED = "requirements.txt"


class OverlaidTree:
    """A `SourceTree` in which some files have other bytes than on the disk, or are there at all."""

    def __init__(self, tree: SourceTree, files: Mapping[str, bytes]) -> None:
        self._tree = tree
        self._files = dict(files)
        self._over = MemoryTree(files)

    def listing(self) -> Listing:
        """The files of both; of two at one path the one that was laid over."""
        below = self._tree.listing()
        kept = (entry for entry in below.entries if entry.path not in self._files)
        over = (altered(entry, stamp=None) for entry in self._over.listing().entries)
        return assembled((*kept, *over), below.limitations)

    def read(self, paths: Sequence[str], max_bytes: int) -> Iterator[tuple[str, Content]]:
        """Each path with its bytes or why not."""
        for path in paths:
            yield from (self._over if path in self._files else self._tree).read([path], max_bytes)

    def close(self) -> None:
        """The tree below is its owner's to close."""


def with_moved_line(tree: SourceTree, loaded: LoadedPack) -> OverlaidTree:
    """The tree with every dependency line of the pack moved that the pack's rules can move."""
    config = default_config()
    with Analyser(registry=REGISTRY, setup=setup([loaded.pack])) as analyser:
        files = Driver(tree, analyser, config.max_file_bytes).drive(_moved(tree, SurfaceIndex(loaded.pack)))
    return OverlaidTree(tree, files)


def _moved(tree: SourceTree, surface: SurfaceIndex) -> Generator[Want, Answer, dict[str, bytes]]:
    paths = tuple(entry.path for entry in tree.listing().entries)
    found = yield from survey_manifests(surface, paths, {}, used=True)
    jobs = tuple(_jobs(found, surface.pack.id))
    answers = (yield Analyse(jobs, "rewriting")) if jobs else ()
    assert isinstance(answers, tuple)
    files = {
        job.path: answer.payloads[0]
        for job, answer in zip(jobs, answers, strict=True)
        if isinstance(answer, Analysed) and answer.payloads
    }
    declared = {path for path in found.declaring(found.facts) if found.facts[path].declares_new} | files.keys()
    if not declared and not any(found.facts[path].holds_old for path in found.facts):
        before = found.sources.get(_ADDED, b"")
        line = f"{surface.pack.new.distribution}{surface.pack.new.specifier}\n".encode()
        files[_ADDED] = before + (b"" if before.endswith(b"\n") or not before else b"\n") + line
    return files


def _jobs(found: ManifestSurvey, pack: str) -> Iterator[Job]:
    for path in sorted(found.declaring(found.facts)):
        replacements = [plain(one) for each in found.facts[path].judgements for one in each.replacements]
        if replacements:
            planned = {"replacements": replacements, "added": None}
            parameters = {"pack": pack, "path": path, "form": found.forms[path].value, **planned}
            yield Job("rewrite_manifest", path, parameters, Rewritten)
