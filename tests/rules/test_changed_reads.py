"""Reads of answers that tell the same in another way; that they do is run in tests/wire."""

import pytest

from bot.packs.surface import SurfaceIndex
from bot.rules.engine.file_facts import python_facts
from bot.rules.engine.rewrite import rewrite
from bot.vocabulary import Bail
from tests.packs.gemini_measured import pack

HEAD = """import google.generativeai as genai

genai.configure(api_key="K")
response = genai.GenerativeModel("m").generate_content("x")
"""
SURFACE = SurfaceIndex(pack())


def read(code: str) -> str | Bail:
    """What becomes of the last lines of a program; the word where one of its places is withheld."""
    facts = python_facts("app.py", (HEAD + code).encode(), SURFACE, {}, vendored=False)
    words = [judgement.bail for judgement in facts.judgements if judgement.bail is not None]
    if words:
        return words[0]
    written = rewrite((HEAD + code).encode(), [one for judgement in facts.judgements for one in judgement.replacements])
    assert isinstance(written, bytes)
    return written.decode().partition('contents="x")\n')[2]


READS = [
    ("a text outside of handlers stays", "print(response.text)\n", "print(response.text)\n"),
    (
        "a text for whose lack a handler was there",
        "try:\n    print(response.text.strip())\nexcept Exception:\n    print()\n",
        "try:\n    print(text_of(response).strip())\nexcept Exception:\n    print()\n",
    ),
    (
        "a text in a handler of something else stays",
        "try:\n    print(response.text)\nexcept KeyError:\n    print()\n",
        "try:\n    print(response.text)\nexcept KeyError:\n    print()\n",
    ),
    (
        "a text behind the block stays",
        "try:\n    f()\nexcept ValueError:\n    print(response.text)\n",
        "try:\n    f()\nexcept ValueError:\n    print(response.text)\n",
    ),
    (
        "a number becomes a member",
        "if response.candidates[0].finish_reason in (2, 3):\n    f()\n",
        "if response.candidates[0].finish_reason in (genai.types.FinishReason.MAX_TOKENS, genai.types.FinishReason.SAFETY):\n    f()\n",
    ),
    (
        "a name that holds a reason",
        "def f():\n    reason = response.candidates[0].finish_reason\n    return reason.name if reason else reason == 1\n",
        "def f():\n    reason = response.candidates[0].finish_reason\n    return reason.name if reason else reason == genai.types.FinishReason.STOP\n",
    ),
    (
        "a reason for which a prompt was blocked may have no owner",
        "if response.prompt_feedback.block_reason:\n    f()\n",
        "if response.prompt_feedback and response.prompt_feedback.block_reason:\n    f()\n",
    ),
    (
        "an owner that is asked first stays",
        "if response.prompt_feedback:\n    f(response.prompt_feedback.block_reason.name)\n",
        "if response.prompt_feedback:\n    f(response.prompt_feedback.block_reason.name)\n",
    ),
    (
        "whether there are parts is asked of contents that may not be there",
        "if response.candidates and response.candidates[0].content.parts:\n    f()\n",
        "if response.candidates and (response.candidates[0].content and response.candidates[0].content.parts):\n    f()\n",
    ),
    (
        "contents that are read for their parts stay",
        "print(response.candidates[0].content.parts[0].text)\n",
        "print(response.candidates[0].content.parts[0].text)\n",
    ),
    (
        "what a model can do",
        "for m in genai.list_models():\n    print(m.supported_generation_methods)\n",
        "for m in client.models.list():\n    print(m.supported_actions)\n",
    ),
]


@pytest.mark.parametrize(("code", "expected"), [one[1:] for one in READS], ids=[one[0] for one in READS])
def test_a_read_is_written(code: str, expected: str) -> None:
    assert read(code) == expected


WITHHELD = [
    ("a reason that is printed", "print(response.candidates[0].finish_reason)\n"),
    ("a reason compared with a number that stood for nothing", "f(response.candidates[0].finish_reason == 0)\n"),
    ("a reason compared with its name, which it never equalled", "f(response.candidates[0].finish_reason == 'STOP')\n"),
    ("parts for whose lack a handler was there", "try:\n    len(response.parts)\nexcept ValueError:\n    g()\n"),
    ("a reason whose owner is not asked for", "print(response.prompt_feedback.block_reason.name)\n"),
    ("a name that the function would take", "text_of = 1\ntry:\n    f(response.text)\nexcept ValueError:\n    g()\n"),
]


@pytest.mark.parametrize("code", [one[1] for one in WITHHELD], ids=[one[0] for one in WITHHELD])
def test_a_read_is_withheld(code: str) -> None:
    assert read(code) in {Bail.ANSWER_PART_UNKNOWN, Bail.MISSING_PART_CAUGHT, Bail.FLAG_ONLY_SURFACE}
