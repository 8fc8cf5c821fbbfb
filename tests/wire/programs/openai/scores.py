"""The scores of tokens are plain dicts on both sides, and so are their methods."""

import openai

answer = openai.Completion.create(model="m", prompt="p", logprobs=2)
scores = answer["choices"][0]["logprobs"]
best = scores["top_logprobs"][0]
print(sorted(best.items()), max(best.keys(), key=lambda token: best[token]), best.get("none"))
for each in answer.choices[0].logprobs.top_logprobs:
    print(sorted(each.values()), [token for token in each.keys()])
for event in openai.Completion.create(model="m", prompt="p", logprobs=2, stream=True):
    if event["choices"][0]["logprobs"]:
        likelihood = event["choices"][0]["logprobs"]["top_logprobs"][0]
        for token, score in likelihood.items():
            print(token, score)
