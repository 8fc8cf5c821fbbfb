"""A run over a folder at the terminal: everything between the arguments and the outcome."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.analyser.jobs import REGISTRY
from bot.analyser.process import Child
from bot.analyser.run_setup import setup
from bot.analyser.supervisor import Analyser, AnalyserUnavailableError
from bot.answers.cache import NO_ANSWERS, Answers
from bot.cli.errors import CommandError
from bot.cli.local_answers import local_answers
from bot.cli.local_packs import wanted_packs
from bot.cli.local_source import opened
from bot.configuration import FILE_NAME, MAX_FILE_BYTES, Configured, RepositorySettings, default_config
from bot.driver import Driver, Progress, configuration_of
from bot.models.given_answer import Given
from bot.models.limitation import Limitation
from bot.models.outcome import Outcome
from bot.models.run import GitState, RunConfig
from bot.models.screening import DraftedPlan
from bot.models.struct import Frozen, altered
from bot.packs.loaded import LoadedPack, bundled_files
from bot.packs.surface import SurfaceIndex
from bot.pipeline import RunRequest, run
from bot.source.remembered import RememberedTree
from bot.source.tree import Listing, SourceTree
from bot.vocabulary import ExitCode, RunMode


class LocalRun(Frozen):
    """What a finished run left: the outcome, and what the run folder states beside it. `milliseconds` is its length.

    `git` is null where it was not asked for. `settings` are the repository's own. `options` are those of the command
    line on which the plan depends; null where none makes this plan, since it was amended beyond answers.
    """

    outcome: Outcome
    packs: tuple[LoadedPack, ...]
    config: RunConfig
    git: GitState | None
    milliseconds: int
    settings: RepositorySettings
    options: tuple[str, ...] | None = ()


def run_locally(  # noqa: PLR0913 - everything that a run at the terminal can be given
    root: Path,
    pack_names: Sequence[str],
    mode: RunMode,
    progress: Progress | None = None,
    *,
    revision: str | None = None,
    jobs: int | None = None,
    cached: bool = True,
    told: bool = True,
    given_answers: Given | None = None,
    asking: bool = False,
    ahead: Child | None = None,
    amended: DraftedPlan | None = None,
) -> LocalRun:
    """Run over the folder at `root`, or over a commit; `cached` answers are taken from the user's cache.

    `told` has the run state of which commit it is; `given_answers` are those to the plan's questions, which win over
    those of the repository's own file. `amended` is a plan that was screened. Raises CommandError for anything that can
    be put right.
    """
    with opened(root, revision, told=told) as source:
        wanted = wanted_packs(pack_names)
        with local_answers(root, wanted.hashes) as remembered:
            # Packs are no part of the repository: they are the same however its files are looked at.
            packs = wanted.read(remembered)
            remembered.write()
            finished = run_over(
                source.tree,
                packs,
                mode,
                source.git,
                named=bool(pack_names),
                progress=progress,
                slots=jobs,
                answers=remembered if cached else NO_ANSWERS,
                given_answers=given_answers,
                asking=asking,
                ahead=ahead,
                amended=amended,
            )
            return altered(finished, options=_options(finished, pack_names, given_answers or {}, amended))


def _options(
    finished: LocalRun, pack_names: Sequence[str], given: Given, amended: DraftedPlan | None
) -> tuple[str, ...] | None:
    config = finished.config
    if config.left_out or config.releases or config.client_names != finished.settings.client_names:
        return None
    if amended is not None:
        from bot.screening.drafted import answers_of

        given = {**answers_of(amended), **given}
    packs = (part for name in pack_names for part in ("--pack", name))
    answers = (part for key, one in sorted(given.items()) for part in ("--answer", f"{key}={one.value}"))
    return (*packs, *answers)


def run_over(  # noqa: PLR0913 - everything that a run can be given
    tree: SourceTree,
    packs: tuple[LoadedPack, ...],
    mode: RunMode,
    git: GitState | None,
    *,
    named: bool,
    progress: Progress | None = None,
    config: RunConfig | None = None,
    slots: int | None = None,
    answers: Answers = NO_ANSWERS,
    given_answers: Given | None = None,
    asking: bool = False,
    ahead: Child | None = None,
    amended: DraftedPlan | None = None,
) -> LocalRun:
    """Run over any tree; `config` stands in for the tree's own configuration, `given_answers` are those to questions.

    `slots` is how many files are analysed at once; by default as many as this process has cores, up to a limit.
    `ahead` is a child that was started already. `amended` is the plan as screening left it: its answers stand behind
    those that a person gave.
    """
    started = time.monotonic()
    listing = tree.listing()
    releases = config.releases if config is not None else _releases(amended, packs)
    if releases:
        from bot.packs.narrowed import narrowed_pack

        # What is remembered was answered about the packs as they are.
        packs, answers = tuple(narrowed_pack(one, releases.get(one.id)) for one in packs), NO_ANSWERS
    try:
        given = setup(
            (loaded.at_hand for loaded in packs),
            (entry.path for entry in listing.entries),
            rewriting=mode is not RunMode.SCAN,
            configured=_has_configuration(listing),
            asking=asking,
        )
        with Analyser(registry=REGISTRY, setup=given, slots=slots, ahead=ahead) as analyser:
            settings = RepositorySettings.defaults()
            if config is None:
                configured = _configured(tree, listing, analyser, packs)
                config = configured.run_config() if configured is not None else default_config()
                given_answers = {**(configured.answers() if configured is not None else {}), **(given_answers or {})}
                packs = _allowed(packs, configured, named=named)
                settings = configured.settings if configured is not None else settings
            request = RunRequest(
                mode=mode,
                packs=tuple((SurfaceIndex(loaded.at_hand), loaded.stamp) for loaded in packs),
                named=named,
                listing=listing,
                config=config,
                answers=given_answers or {},
                asking=asking and settings.model is None,
            )
            if amended is not None:
                from bot.screening.drafted import amended_request

                request = amended_request(request, amended, releases)
                config = request.config
            driver = Driver(RememberedTree(tree), analyser, config.max_file_bytes, answers=answers)
            if progress is not None:
                driver = altered(driver, progress=progress)
            outcome = driver.drive(run(request))
    except AnalyserUnavailableError as error:
        raise CommandError(f"The analyser could not be started: {error}.", ExitCode.UNEXPECTED) from error
    _check_answers(outcome)
    used = {stamp.id for stamp in outcome.scan.packs}
    kept = tuple(loaded for loaded in packs if loaded.id in used)
    return LocalRun(outcome, kept, config, git, round((time.monotonic() - started) * 1000), settings)


def _releases(amended: DraftedPlan | None, packs: Sequence[LoadedPack]) -> Mapping[str, str]:
    if amended is None:
        return {}
    from bot.screening.drafted import releases_of

    return releases_of(amended, [loaded.pack for loaded in packs])


def repository_settings(root: Path) -> RepositorySettings:
    """What the repository's own file says, read as a run reads it."""
    with opened(root, None, told=False) as source:
        listing = source.tree.listing()
        if not _has_configuration(listing):
            return RepositorySettings.defaults()
        with Analyser(registry=REGISTRY, setup=setup((), rewriting=False), slots=1) as analyser:
            configured = _configured(source.tree, listing, analyser, ())
    return configured.settings if configured is not None else RepositorySettings.defaults()


def _check_answers(outcome: Outcome) -> None:
    refused = outcome.plan.refused if outcome.plan is not None else ()
    if refused:
        raise CommandError("\n".join(f"--answer {one.sentence}" for one in refused))


def _has_configuration(listing: Listing) -> bool:
    return any(entry.path == FILE_NAME for entry in listing.entries)


def _configured(
    tree: SourceTree, listing: Listing, analyser: Analyser, packs: tuple[LoadedPack, ...]
) -> Configured | None:
    if not _has_configuration(listing):
        return None
    ((_, content),) = tree.read([FILE_NAME], MAX_FILE_BYTES)
    if isinstance(content, Limitation):
        raise CommandError(f"{FILE_NAME} could not be read: {content.code.sentence}")
    known = frozenset({str(loaded.id) for loaded in packs}).union(bundled_files())
    configured = configuration_of(analyser, content, known)
    if configured.problems:
        raise CommandError("\n".join([f"{FILE_NAME} cannot be used:", *configured.problems]))
    return configured


def _allowed(packs: tuple[LoadedPack, ...], configured: Configured | None, *, named: bool) -> tuple[LoadedPack, ...]:
    """The packs that the repository's own file leaves; to have named one that it does not leave is an error."""
    wanted = configured.settings.packs if configured is not None else None
    if wanted is None:
        return packs
    refused = [loaded.id for loaded in packs if loaded.id not in wanted]
    if named and refused:
        raise CommandError(f"{FILE_NAME} leaves out {', '.join(refused)}. Change its `packs`, or name another pack.")
    return tuple(loaded for loaded in packs if loaded.id in wanted)
