"""What a finished run says on its pull request: the check's report and its annotations.

One outcome gives the same words every time; posting them is the workflow's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.evidence.account import Account, account_of
from bot.evidence.model_account import ModelAccount
from bot.models.arc import RelaySummary
from bot.models.forge import Annotation, CheckReport
from bot.models.offering import OfferedTurn
from bot.models.outcome import Outcome
from bot.models.screening import ScreeningOutcome
from bot.models.struct import Frozen
from bot.packs.schema import Pack
from bot.publish.annotations import shown_places
from bot.publish.buttons import buttons_for
from bot.publish.conclusion import conclusion_of
from bot.publish.relevance import PullChanges, Relevance, relevance
from bot.publish.report_text import check_title
from bot.render import render_text
from bot.report import NextStep, report_text
from bot.vocabulary import Conclusion


@dataclass(frozen=True, slots=True)
class Told:
    """`account` and `relevance` are what it all was told from, and `folder_report` is REPORT.md.

    `rows_left` counts what is still to be migrated, by rules or by a person.
    """

    account: Account
    relevance: Relevance
    conclusion: Conclusion
    report: CheckReport
    annotations: tuple[Annotation, ...]
    folder_report: str
    rows_left: int

    @property
    def relevant(self) -> bool:
        """Whether the pull request has to do with the migration."""
        return self.relevance.relevant


class RelayTold(Frozen):
    """The arc, and where it waits: null where it does not."""

    summary: RelaySummary
    turn: OfferedTurn | None


def tell(
    outcome: Outcome,
    packs: Sequence[Pack],
    changes: PullChanges,
    *,
    quiet: bool,
    details_url: str,
    model: ModelAccount | None = None,
    screening: ScreeningOutcome | None = None,
    relay: RelayTold | None = None,
) -> Told:
    """Tell an outcome that has a plan; `packs` are all that were asked for, used or not.

    `model` is what asking one came to, where one was asked, `screening` how amending the plan went where one may.
    `relay` is there where the model is out of band.
    """
    used = {stamp.id for stamp in outcome.scan.packs}
    used_packs = [pack for pack in packs if pack.id in used]
    account = account_of(outcome, used_packs, model, screening, relay.summary if relay is not None else None)
    paths = (finding.path for finding in outcome.scan.findings if finding.actionable)
    turn = relay.turn if relay is not None else None
    standing = relevance(changes, paths, used_packs)
    conclusion = conclusion_of(account, relevant=standing.relevant, quiet=quiet, waits=turn is not None)
    shown = shown_places(account, changes, relevant=standing.relevant)
    summary = render_text(
        "check/summary.md.j2",
        account=account,
        libraries=[pack.old_name for pack in packs],
        changes=changes,
        relevance=standing,
        held=shown.held,
        turn=turn,
        details_url=details_url,
    )
    return Told(
        account=account,
        relevance=standing,
        conclusion=conclusion,
        report=CheckReport(
            title=check_title(account, conclusion),
            summary=summary,
            text=None,
            buttons=() if quiet else buttons_for(account, relevant=standing.relevant),
        ),
        annotations=() if quiet else shown.annotations,
        folder_report=report_text(account, steps=(NextStep("To apply it, in the repository", "git apply patch.diff"),)),
        rows_left=account.actionable,
    )
