"""The examples beside the bundled packs, as data: found by walking `fixtures/`."""

from bot.cli.pack_folder import examples_of
from bot.packs.examples import Example
from bot.packs.loaded import BUNDLED


class FixtureCase(Example):
    """One example of a pack."""

    pack: str


def fixture_cases() -> tuple[FixtureCase, ...]:
    """Every example of every bundled pack, by pack and name."""
    return tuple(
        FixtureCase(
            each.name, each.sentence, each.before, each.after, each.left, file.parent.relative_to(BUNDLED).as_posix()
        )
        for file in sorted(BUNDLED.glob("*/*/pack.yaml"))
        for each in examples_of(file.parent)
    )
