"""The time that the service took stands in the raw answer, of which everything else is parsed."""

import asyncio

import openai


def ask(prompt):
    response = openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": prompt}])
    result = ""
    for choice in response.choices:
        result += choice.message.content
    print("tokens:", response.usage.total_tokens, response["usage"]["prompt_tokens"], "usage" in response)
    print("time:", response.response_ms / 1000.0, "s")
    return result


def either(short):
    if short:
        response = openai.Completion.create(model="ada", prompt="p")
    else:
        response = openai.Completion.create(engine="ada", prompt="p", n=2)
    return {"texts": [one["text"] for one in response["choices"]], "time": response.response_ms}


async def later():
    answer = await openai.ChatCompletion.acreate(model="gpt-4", messages=[])
    return answer.response_ms, answer.get("choices")[0].message["content"]


class Assistant:
    def embed(self):
        return openai.Embedding.create(model="ada", input="text")

    def say(self):
        answer = self.embed()
        return type(answer.response_ms), len(answer.data[0].embedding)


print(ask("Who?"))
print(either(True), either(False))
print(asyncio.run(later()))
print(Assistant().say())
print(openai.Moderation.create(input="x").response_ms, openai.Image.create(prompt="x")["data"][0]["url"])
