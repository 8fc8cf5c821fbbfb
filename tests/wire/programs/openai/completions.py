"""Completions, by model and by engine, with scores."""

import openai

first = openai.Completion.create(engine="text-davinci-003", prompt="To be", max_tokens=7, logprobs=2, request_timeout=30)
choice = first["choices"][0]
print(choice["text"].strip(), choice.finish_reason, choice["logprobs"]["tokens"], choice.logprobs.token_logprobs)
print(choice["logprobs"]["top_logprobs"][0][" so"], sum(choice["logprobs"]["token_logprobs"]))
texts = []
texts.extend([one["text"] for one in openai.Completion.create(model="ada", prompt="x", n=2, best_of=2).choices])
print(texts, first["usage"]["completion_tokens"], first.get("object"), len(first["choices"]))
last = first["choices"][-1:]
print(last[0]["index"])
for text, one in zip(("a", "b"), openai.Completion.create(model="ada", prompt=["a", "b"], n=2)["choices"]):
    print(text, one["index"])
