"""What a model's answer may reach of a new library is what both measured releases of it really have.

`python -m tests.packs.test_targets` writes the listings anew.
"""

import json
import subprocess
from functools import cache

import pytest

from bot.consult.target import Reached, Target, target_of
from bot.packs.loaded import BUNDLED, target_listing
from tests.wire.interpreters import GEMINI_NEW, NEW, OPENAI_NEW, ROOT, interpreter

PACKS = {
    "gemini/google-generativeai-to-google-genai": ("google.genai", GEMINI_NEW),
    "openai/openai-0-to-1": ("openai", OPENAI_NEW),
    "py-pdf/pypdf2-to-pypdf": ("pypdf", NEW),
}


@cache
def public(environment: str, root: str) -> dict[str, list[str]]:
    command = [str(interpreter(environment)), "-W", "ignore", "-m", "tests.packs.describe_target", root]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    described: dict[str, list[str]] = json.loads(done.stdout)
    return described


def listing(root: str, environments: tuple[str, ...]) -> str:
    """What all the releases have."""
    first, *others = (public(environment, root) for environment in environments)
    lines = []
    for module in sorted(first):
        if all(module in other for other in others):
            names = set(first[module]).intersection(*(other[module] for other in others))
            lines += [module, *(f"  {name}" for name in sorted(names))]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("pack", PACKS)
def test_a_listing_is_what_both_releases_have(pack: str) -> None:
    assert target_listing(pack) == listing(*PACKS[pack])


def gemini() -> Target:
    return target_of(["google.genai"], target_listing("gemini/google-generativeai-to-google-genai"))


@pytest.mark.parametrize(
    ("dotted", "reached"),
    [
        ("google", Reached.MODULE),
        ("google.genai", Reached.MODULE),
        ("google.genai.types", Reached.MODULE),
        ("google.genai.Client", Reached.NAME),
        ("google.genai.Client.models.anything", Reached.NAME),
        ("google.genai.types.GenerateContentConfig", Reached.NAME),
        ("google.genai.client.os", Reached.NOTHING),
        ("google.genai.client.os.popen", Reached.NOTHING),
        ("google.genai._api_client", Reached.NOTHING),
        ("google.genai.types.typing", Reached.NOTHING),
        ("google.cloud", Reached.ELSEWHERE),
        ("os.popen", Reached.ELSEWHERE),
    ],
)
def test_a_dotted_name_is_followed_to_where_the_library_ends(dotted: str, reached: Reached) -> None:
    assert gemini().reach(dotted) is reached


@pytest.mark.parametrize(
    ("dotted", "held"), [("google", False), ("google.genai", True), ("google.genai.client.os", False)]
)
def test_a_package_above_the_target_is_no_part_of_it(dotted: str, held: bool) -> None:
    assert gemini().holds(dotted) is held


def test_a_pack_without_a_listing_reaches_its_module_and_nothing_in_it() -> None:
    target = target_of(["newlib"], target_listing("somebody/else"))
    assert target.holds("newlib")
    assert not target.holds("newlib.Client")


if __name__ == "__main__":
    for name, described in PACKS.items():
        (BUNDLED / name / "target.txt").write_text(listing(*described))
