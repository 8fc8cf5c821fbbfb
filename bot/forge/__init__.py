"""GitHub as Obelize sees it: the only room that speaks to it, and where its words become ours.

`bot.forge.forge.Forge` is the way in. Nothing above this package sees gidgethub, aiohttp, a token or a status code.
"""
