"""Pieces of a stream, and answers, are kept in lists of their own and read later."""

import openai

pieces = []
deltas = list()
for chunk in openai.ChatCompletion.create(model="gpt-4", messages=[], stream=True):
    pieces.append(chunk)
    deltas.append(chunk["choices"][0]["delta"])
print(len(pieces), "".join([delta.get("content", "") for delta in deltas]), pieces[-1]["choices"][0]["finish_reason"])

answers = []
for prompt in ("a", "b"):
    answers.append(openai.Completion.create(model="ada", prompt=prompt))
for number, answer in enumerate(answers, start=1):
    print(number, answer["choices"][0]["text"], answer.get("usage")["total_tokens"])
