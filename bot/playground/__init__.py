"""A strict stand-in for GitHub on loopback, for trying the bot and for its tests.

`Playground.start()` gives REST and GraphQL as an Enterprise server has them (below `/api`), git over smart HTTP from
real repositories, signed deliveries, and pages for people. It answers as GitHub's documentation says and refuses what
GitHub refuses; it needs the extra `playground`. It must not be bound beyond loopback, and nothing but tests and
`obelize playground` imports it.
"""
