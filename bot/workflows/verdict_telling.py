"""A check as it is told once the repository's own checks have spoken of the commit that it stands on."""

from bot.models.forge import CheckReport
from bot.models.verification import Verification
from bot.render import render_text
from bot.verify.checks import broken
from bot.vocabulary import Conclusion, VerifyStatus


def told_with(
    report: CheckReport, conclusion: Conclusion, found: Verification, details_url: str
) -> tuple[CheckReport, Conclusion]:
    """The report of the run with the verdict above it; a commit that broke something makes the check fail.

    `details_url` is the page of the verdict's own run.
    """
    names = broken(found)
    summary = render_text(
        "check/verdict.md.j2", verify=found, broken=names, summary=report.summary, details_url=details_url
    )
    if found.status is not VerifyStatus.FAIL:
        return CheckReport(title=report.title, summary=summary, text=report.text), conclusion
    checks = "a check" if len(names) == 1 else f"{len(names)} checks"
    title = f"The commit broke {checks} of the repository: {', '.join(one.name for one in names)}"
    return CheckReport(title=title, summary=summary, text=report.text), Conclusion.BROKE_CHECKS
