"""What the first stage asks: the plan is screened out of band, by the same text and under the same budget. Pure."""

from bot.models.screening import DraftedPlan
from bot.models.struct import Frozen
from bot.screening.amendments import Env
from bot.screening.landing import Need, need_of
from bot.screening.prompt import SYSTEM, request
from bot.screening.screener import WHOLE_BUDGET, Files, Wanted


class Asking(Frozen):
    """The plan as it was drafted, what it needs and what is asked for that; the last two are null where it needs
    nothing. `files_read` are those whose text is given out.
    """

    drafted: DraftedPlan
    env: Env
    need: Need | None
    text: str | None
    files_read: tuple[str, ...]


def asking(drafted: DraftedPlan, env: Env, words: str | None = None) -> Asking:
    """What has to be asked about a plan; `words` are a maintainer's."""
    need = need_of(drafted, env, words)
    if need is None or env.source is None or not drafted.headers:
        return Asking(drafted, env, None, None, ())
    files = Files(env.source, WHOLE_BUDGET)
    text = "\n\n".join([SYSTEM, request(Wanted(need.function, drafted, env.blocked, words, files))])
    return Asking(drafted, env, need, text, tuple(files.given))
