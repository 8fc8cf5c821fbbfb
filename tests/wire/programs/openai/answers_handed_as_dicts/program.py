"""Answers that other files get, and read by key, go there as dicts."""

import openai

import scoring
from records import ask_all
from scoring import *
from service import Service, complete, later, with_usage

answer = openai.Completion.create(model="m", prompt="p", logprobs=1)
print(answer["choices"][0]["text"])
print(scoring.scored(answer))
print(best(openai.Completion.create(model="m", prompt="q", logprobs=1), fallback="none"))
print(best({"choices": []}, fallback="none"))
print(complete("r")["choices"][0]["text"])
print(Service().options()[0]["message"]["content"])
text, usage = with_usage("s")
print(text, usage["total_tokens"])
print(ask_all(["a", "b"])[1]["answer"]["choices"][0]["text"])
import asyncio

print(asyncio.run(later("t"))["choices"][0]["text"])
print(scoring.Scored(openai.Completion.create(model="m", prompt="u"), 2).text)
