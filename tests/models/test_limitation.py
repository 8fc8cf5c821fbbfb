"""Limitations as documents list them."""

from bot.models.limitation import MOST_OF_A_CODE, in_order, limitation
from bot.vocabulary import LimitationCode

LINK, LARGE = LimitationCode.SYMLINK_NOT_FOLLOWED, LimitationCode.FILE_TOO_LARGE


def test_very_many_of_one_code_are_counted_and_hide_no_other_one() -> None:
    links = [limitation(LINK, f"link{number:05}") for number in range(MOST_OF_A_CODE + 7)]
    kept = in_order([*reversed(links), *links, limitation(LARGE, "a.py")])
    assert [one for one in kept if one.code is LARGE] == [limitation(LARGE, "a.py")]
    assert [one.path for one in kept if one.code is LINK] == [None, *(link.path for link in links[:MOST_OF_A_CODE])]
    assert limitation(LINK, detail="and 7 more like those that are listed") in kept
