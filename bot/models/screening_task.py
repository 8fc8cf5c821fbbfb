"""What a durable run hands on where its plan is to be screened."""

from bot.models.light_record import LightRecord
from bot.models.run import RunConfig
from bot.models.screening import DraftedPlan, ScreeningOutcome
from bot.vocabulary import PackBlock


class ScreeningTask(LightRecord):
    """The plan as it stands, the packs that are blocked and why, those for which the owner names clients, and what of
    the tree may be looked at. `held` is how earlier amendments landed, null where there are none.
    """

    plan: DraftedPlan
    blocked: dict[str, PackBlock]
    named: tuple[str, ...]
    config: RunConfig
    held: ScreeningOutcome | None
