"""Settling: it ends also where everything in the background is done and nobody has noticed yet."""

import asyncio

from bot.playground.playground import Playground


async def test_what_has_just_ended_is_not_waited_for_for_ever(playground: Playground) -> None:
    """Whoever is told within the last step stands before what that step's end sets off."""
    told = asyncio.Event()

    async def tell() -> None:
        told.set()

    playground.hooks.in_background(tell())
    await told.wait()
    assert not playground.idle
    await playground.settle()
    assert playground.idle
