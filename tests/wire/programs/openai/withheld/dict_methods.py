"""Methods of dict on what may be an object there, or something else, stay."""

import openai

answer = openai.Completion.create(model="m", prompt="p", logprobs=2)
print(list(answer.usage.items()))
for scores in [answer.choices[0].logprobs, {}]:
    print(scores.keys())
best = answer.choices[0].logprobs.top_logprobs[0]
if best:
    best = answer.usage
print(best.keys())
