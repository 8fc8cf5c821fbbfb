"""Which run a command is about, and which of its proposals: a number belongs to one run and to one head."""

from bot.models.conversation import Command, OfferStanding, Refused, Scene
from bot.models.offering import OfferedProposal, Offering
from bot.vocabulary import CommandRefusal, OfferState


def run_meant(command: Command, scene: Scene) -> Offering | Refused:
    """What stood when the person spoke, if its head is still the pull request's; with `@commit` the run on that head.

    An earlier attempt may itself have moved the head: then whoever writes finds its own commit, and decides.
    """
    if command.head is not None:
        if not (scene.head_sha or "").startswith(command.head):
            return Refused(refusal=CommandRefusal.HEAD_MOVED)
        return scene.newest or Refused(refusal=CommandRefusal.NO_RUN)
    if scene.shown is None:
        return Refused(refusal=CommandRefusal.NO_RUN)
    if scene.shown.head_sha != scene.head_sha and not scene.again:
        return Refused(refusal=CommandRefusal.HEAD_MOVED)
    return scene.shown


def proposals_meant(command: Command, scene: Scene, offering: Offering) -> tuple[OfferedProposal, ...] | Refused:
    """The proposals by their numbers, none of them decided before; with `all` those that are still open."""
    if command.every:
        still_open = tuple(one for one in offering.proposals if not is_decided(scene.offer(one.fingerprint), scene))
        return still_open or Refused(refusal=CommandRefusal.NO_SUCH_NUMBER, detail="None is open.")
    known = {one.number: one for one in offering.proposals}
    unknown = [number for number in command.numbers if number not in known]
    if unknown:
        return Refused(refusal=CommandRefusal.NO_SUCH_NUMBER, detail=_numbers_there(unknown, offering))
    found = tuple(known[number] for number in command.numbers)
    decided = [one.number for one in found if is_decided(scene.offer(one.fingerprint), scene)]
    if decided:
        return Refused(refusal=CommandRefusal.ALREADY_DECIDED, detail=f"Decided: {listed(decided)}.")
    return found


def is_decided(offer: OfferStanding | None, scene: Scene) -> bool:
    """Whether somebody accepted or declined it; what an earlier attempt of this command did is not held against it."""
    return offer is not None and not scene.again and offer.state in {OfferState.ACCEPTED, OfferState.REJECTED}


def listed(numbers: list[int]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def _numbers_there(unknown: list[int], offering: Offering) -> str:
    there = [one.number for one in offering.proposals]
    return f"Not there: {listed(unknown)}; {'there is ' + listed(there) if there else 'it has none at all'}."
