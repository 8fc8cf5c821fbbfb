"""The folder of a run that neither scanned nor planned: it looked after, or took back, what its parent wrote."""

from collections.abc import Mapping

from bot import __version__
from bot.evidence.run_folder import RUN, VERIFY, RunFacts, indexed
from bot.models.document import FORMAT_VERSION, document
from bot.models.finding import FindingCounts
from bot.models.run import RunCounts, RunDocument

_NOTHING_SCANNED = FindingCounts(
    files_listed=0,
    files_read=0,
    files_parsed=0,
    findings=0,
    eligible=0,
    needs_review=0,
    unsupported=0,
    not_a_usage=0,
    limitations=0,
)


def child_run_folder(facts: RunFacts, report: Mapping[str, bytes]) -> dict[str, bytes]:
    """Path inside the folder to bytes, run.json last; `report` are the files that tell what was done."""
    files = dict(report)
    if facts.verify is not None:
        files[VERIFY] = document(facts.verify)
    files.update(facts.beside)
    files[RUN] = document(_run(facts, files))
    return files


def _run(facts: RunFacts, files: Mapping[str, bytes]) -> RunDocument:
    return RunDocument(
        version=FORMAT_VERSION,
        run_id=facts.run_id,
        obelize_version=__version__,
        mode=facts.mode,
        trigger=facts.trigger,
        parent=facts.parent,
        exit_code=facts.exit_code,
        python=facts.python,
        platform=facts.platform,
        git=facts.git,
        packs=(),
        config=facts.config,
        counts=RunCounts(scan=_NOTHING_SCANNED, plan=None),
        file_edits=(),
        refused=(),
        idempotent=None,
        withheld=(),
        questions=(),
        verify=facts.verify,
        model=None,
        screening=None,
        relay=None,
        limitations=(),
        timings=facts.timings,
        files=indexed(files),
    )
