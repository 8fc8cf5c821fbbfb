"""Whether a run may write: the tree is still the one that was read, and git holds what would be changed. Pure."""

from bot.models.run import GitState
from bot.vocabulary import GateRefusal


def gate(read: GitState, now: GitState, *, allow_dirty: bool) -> GateRefusal | None:
    """Why not; null where the run may write. `read` is git's state when the tree was read."""
    if now.sha != read.sha:
        return GateRefusal.HEAD_MOVED
    if allow_dirty:
        return None
    if now.sha is None:
        return GateRefusal.NOT_IN_GIT
    return GateRefusal.TREE_DIRTY if now.dirty else None
