"""`timeout` said how long a model that is still loading is asked again; a limit on the answer was `request_timeout`."""

import asyncio

import openai

PATIENCE = 20


async def later():
    answer = await openai.Completion.acreate(timeout=PATIENCE, model="m", prompt="p")
    return answer.choices[0].text


answer = openai.ChatCompletion.create(
    model="gpt-4",
    messages=[{"role": "user", "content": "Hi"}],
    timeout=15,
    request_timeout=30,  # seconds
)
print(answer["choices"][0]["message"]["content"])
for piece in openai.ChatCompletion.create(model="gpt-4", messages=[], stream=True, timeout=None):
    print(piece.choices[0].delta.get("content", ""))
print(len(openai.Embedding.create(model="ada", input=["a"], timeout=PATIENCE)["data"]))
print(asyncio.run(later()))
