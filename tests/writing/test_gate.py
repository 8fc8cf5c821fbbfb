"""When a run that was asked to write may do so."""

import pytest

from bot.models.run import GitState
from bot.vocabulary import GateRefusal
from bot.writing.gate import gate

CLEAN = GitState(sha="a" * 40, branch="main", dirty=False)
DIRTY = GitState(sha="a" * 40, branch="main", dirty=True)
MOVED = GitState(sha="b" * 40, branch="main", dirty=False)
OUTSIDE = GitState(sha=None, branch=None, dirty=False)


@pytest.mark.parametrize(
    ("read", "now", "allow_dirty", "refusal"),
    [
        pytest.param(CLEAN, CLEAN, False, None, id="clean"),
        pytest.param(CLEAN, DIRTY, False, GateRefusal.TREE_DIRTY, id="changed meanwhile"),
        pytest.param(DIRTY, DIRTY, False, GateRefusal.TREE_DIRTY, id="dirty all along"),
        pytest.param(DIRTY, DIRTY, True, None, id="dirty and allowed"),
        pytest.param(CLEAN, MOVED, False, GateRefusal.HEAD_MOVED, id="another commit"),
        pytest.param(CLEAN, MOVED, True, GateRefusal.HEAD_MOVED, id="another commit, which is not what was allowed"),
        pytest.param(OUTSIDE, OUTSIDE, False, GateRefusal.NOT_IN_GIT, id="outside of git"),
        pytest.param(OUTSIDE, OUTSIDE, True, None, id="outside of git and allowed"),
    ],
)
def test_the_gate(read: GitState, now: GitState, allow_dirty: bool, refusal: GateRefusal | None) -> None:
    assert gate(read, now, allow_dirty=allow_dirty) is refusal
