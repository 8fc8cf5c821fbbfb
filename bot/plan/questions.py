"""What a person has to decide about the dependency files of a repository, as records.

The code moves all the same; what waits for the answer is a line of a dependency file.
"""

from collections.abc import Iterable, Iterator

from bot.models.question import Question
from bot.packs.schema import Pack
from bot.plan.draft import FileDraft
from bot.plan.manifest_survey import ManifestSurvey
from bot.vocabulary import Bail

LEAVE = "leave"
"""The answer that changes nothing."""
RAISE = "raise"
_MOST_NAMED = 20


def questions_about(
    code: Iterable[FileDraft], manifests: Iterable[FileDraft], survey: ManifestSurvey, pack: Pack, *, undeclared: bool
) -> Iterator[Question]:
    """At most two a pack: where its new library is to be declared, and whether the project's Python may rise."""
    used = sorted(draft.path for draft in code if draft.actionable)
    wanted = f"{pack.new.distribution}{pack.new.specifier}"
    if undeclared and used:
        yield Question(
            key=f"declare/{pack.new.distribution}",
            sentence=f"The code uses {pack.old_name}, and no dependency file that was read declares it. "
            f"In which file shall {wanted} be declared?",
            allowed=(*sorted(survey.declaring(survey.forms))[:_MOST_NAMED], LEAVE),
            evidence=tuple(used[:_MOST_NAMED]),
            answer=None,
            answered_by=None,
        )
    held = [draft.path for draft in manifests if Bail.PYTHON_FLOOR_TOO_LOW in draft.withheld_words]
    floors = sorted((path, found.lowest_python) for path, found in survey.facts.items() if found.lowest_python)
    if held and floors:
        yield Question(
            key=f"python-floor/{pack.new.distribution}",
            sentence=f"{wanted} needs Python {pack.new.python} or later, and the project promises an older one. "
            f"Shall the project's floor rise?",
            allowed=(RAISE, LEAVE),
            evidence=tuple(f"{path}: Python {lowest}" for path, lowest in floors[:_MOST_NAMED]),
            answer=None,
            answered_by=None,
        )
