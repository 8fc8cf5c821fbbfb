"""Pages of a list and the Link header that leads through them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from yarl import URL

from bot.playground.rest.call import Call

Item = TypeVar("Item")

MOST = 100
USUAL = 30


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """The items of one page, with the headers that belong to it."""

    items: Sequence[Item]
    headers: dict[str, str]


def page_of(call: Call, items: Sequence[Item], usual: int = USUAL, most: int = MOST) -> Page[Item]:
    """The page that `page` and `per_page` ask for; more than 100 a page is cut to 100, as on GitHub."""
    size = per_page(call, usual, most)
    number = max(1, _integer(call, "page", 1))
    last = max(1, -(-len(items) // size))
    places: dict[str, int] = {}
    if number > 1:
        places |= {"prev": number - 1, "first": 1}
    if number < last:
        places |= {"next": number + 1, "last": last}
    links = [f'<{_with(call, page=str(place))}>; rel="{name}"' for name, place in places.items()]
    return Page(items[(number - 1) * size : number * size], _link(links))


def per_page(call: Call, usual: int = USUAL, most: int = MOST) -> int:
    """How many items a page holds."""
    return min(most, max(1, _integer(call, "per_page", usual)))


def cursor_link(call: Call, cursor: str | None) -> dict[str, str]:
    """The Link header of a list that is walked by cursor; none on the last page."""
    return _link([] if cursor is None else [f'<{_with(call, cursor=cursor)}>; rel="next"'])


def _integer(call: Call, name: str, default: int) -> int:
    text = call.query.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() else default


def _with(call: Call, **changed: str) -> str:
    return str(URL(call.url).update_query(changed))


def _link(links: list[str]) -> dict[str, str]:
    return {"Link": ", ".join(links)} if links else {}
