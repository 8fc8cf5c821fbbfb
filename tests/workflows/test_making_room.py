"""Which repositories leave the git cache."""

import pytest

from bot.models.names import RepositoryId
from bot.source.bare_cache import Held
from bot.workflows.making_room import Bounds, doomed

NUMBERS = [RepositoryId(number) for number in range(1, 5)]
HELD = [Held(repository=number, size=100, used_at=number * 10.0) for number in NUMBERS]


@pytest.mark.parametrize(
    ("known", "at_work", "bounds", "gone"),
    [
        pytest.param(NUMBERS, [], Bounds(400, 0.0, 100.0), [], id="there is room"),
        pytest.param(NUMBERS, [], Bounds(399, 0.0, 100.0), [1], id="the least recently used makes room"),
        pytest.param(NUMBERS, [1], Bounds(250, 0.0, 100.0), [2, 3], id="but not while somebody is at work in it"),
        pytest.param(NUMBERS, [], Bounds(100, 0.0, 15.0), [1], id="and not what was just used, whatever the room"),
        pytest.param(NUMBERS, [2], Bounds(400, 25.0, 100.0), [1], id="what was not used for long goes"),
        pytest.param(NUMBERS[:2], [3], Bounds(400, 0.0, 0.0), [3, 4], id="what nobody knows goes at once"),
    ],
)
def test_what_leaves_the_cache(
    known: list[RepositoryId], at_work: list[RepositoryId], bounds: Bounds, gone: list[int]
) -> None:
    assert [one.repository for one in doomed(HELD, known, at_work, bounds)] == gone
