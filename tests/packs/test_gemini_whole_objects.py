"""A whole object of google-generativeai that is printed says something else than what stands for it in google-genai."""

import json
from functools import cache

import pytest

from tests.packs.gemini_measured import pack, run_there
from tests.wire.interpreters import GEMINI_NEW, GEMINI_OLD

ANSWER = "{'candidates': [{'content': {'role': 'model', 'parts': [{'text': 'hi'}]}}]}"
OBJECTS = {
    "types.GenerateContentResponse": (f"types.GenerateContentResponse.from_response(protos.GenerateContentResponse({ANSWER}))", f"types.GenerateContentResponse(**{ANSWER})"),
    "types.AsyncGenerateContentResponse": (f"types.AsyncGenerateContentResponse.from_response(protos.GenerateContentResponse({ANSWER}))", f"types.GenerateContentResponse(**{ANSWER})"),
    "types.File": ("types.File({'name': 'files/a', 'mime_type': 'image/png'})", "types.File(name='files/a', mime_type='image/png')"),
    "protos.File": ("protos.File(name='files/a')", "types.File(name='files/a')"),
    "protos.Candidate": ("protos.Candidate(index=1)", "types.Candidate(index=1)"),
    "protos.CitationMetadata": ("protos.CitationMetadata()", "types.CitationMetadata()"),
    "protos.Content": ("protos.Content(role='user')", "types.Content(role='user')"),
    "protos.CountTokensResponse": ("protos.CountTokensResponse(total_tokens=3)", "types.CountTokensResponse(total_tokens=3)"),
    "protos.FunctionCall": ("protos.FunctionCall(name='f')", "types.FunctionCall(name='f')"),
    "protos.GenerateContentResponse": (f"protos.GenerateContentResponse({ANSWER})", f"types.GenerateContentResponse(**{ANSWER})"),
    "protos.GenerateContentResponse.PromptFeedback": ("protos.GenerateContentResponse.PromptFeedback()", "types.GenerateContentResponsePromptFeedback()"),
    "protos.GenerateContentResponse.UsageMetadata": ("protos.GenerateContentResponse.UsageMetadata(total_token_count=3)", "types.GenerateContentResponseUsageMetadata(total_token_count=3)"),
    "protos.GroundingMetadata": ("protos.GroundingMetadata(web_search_queries=['a'])", "types.GroundingMetadata(web_search_queries=['a'])"),
    "protos.Part": ("protos.Part(text='hi')", "types.Part(text='hi')"),
    "protos.SafetyRating": ("protos.SafetyRating(blocked=True)", "types.SafetyRating(blocked=True)"),
}  # fmt: skip
OF_THE_SERVICE = {"types.Model", "types.generation_types.BaseGenerateContentResponse"}
"""A description of a model, a dataclass of fields that the service sends, and the class above the two answers."""


@cache
def shown(environment: str) -> list[str]:
    side = 1 if environment in GEMINI_NEW else 0
    codes = [f"print({pair[side]})" for pair in OBJECTS.values()]
    found: list[str] = json.loads(run_there(environment, "tests.packs.observe_gemini", text=json.dumps(codes)))
    return found


@pytest.mark.parametrize("index", range(len(OBJECTS)), ids=OBJECTS)
def test_printed_it_is_another_text(index: int) -> None:
    before = shown(GEMINI_OLD)[index]
    for environment in GEMINI_NEW:
        after = shown(environment)[index]
        assert not before.startswith("raises")
        assert not after.startswith("raises")
        assert before != after


def test_it_is_measured_for_every_class_that_the_pack_names() -> None:
    (change,) = [one for one in pack().changes if one.kind == "whole_uses"]
    named = {str(name).removeprefix("google.generativeai.") for name in change.parameters["classes"]}
    assert named == set(OBJECTS) | OF_THE_SERVICE
