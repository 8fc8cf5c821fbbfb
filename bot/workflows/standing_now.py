"""How everything stands at this moment, for the metrics: read when they are asked for, a few counts of indexed rows."""

from bot import __version__
from bot.metrics.families import BUILD
from bot.metrics.standing import InDatabase, Standing
from bot.store import executors
from bot.store.database import StoreError
from bot.workflows.enqueue import WORKFLOW_SHAPE
from bot.workflows.services import Services

BUILD.labels(__version__, WORKFLOW_SHAPE).set(1)


def standing_now(services: Services) -> Standing:
    """Sync; a database that is away is told, and raises nothing."""
    try:
        stored = _stored(services)
    except StoreError:
        stored = None
    return Standing(stored, works=services.works, leads=services.leads)


def _stored(services: Services) -> InDatabase:
    waiting = services.enqueuer.waiting(services.now())
    if services.database.is_sqlite:
        return InDatabase(waiting, {WORKFLOW_SHAPE: int(services.works)}, silence=0.0)
    with services.database.read() as connection:
        known = executors.known(connection)
    alive = [one for one in known if one.silent_for < services.part.pulse.silence]
    shapes = {one.shape for one in known}
    by_shape = {shape: sum(one.shape == shape for one in alive) for shape in shapes | {WORKFLOW_SHAPE}}
    return InDatabase(waiting, by_shape, silence=max((one.silent_for for one in known), default=0.0))
