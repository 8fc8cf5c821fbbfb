"""Awaited calls ask with the settings of the module; streams too, and several at once."""

import asyncio

import openai

openai.api_key = "sk-later"
openai.organization = "org-7"


async def ask(question):
    response = await openai.ChatCompletion.acreate(model="gpt-4", messages=[{"role": "user", "content": question}])
    return response["choices"][0]["message"]["content"]


async def said():
    text = ""
    async for chunk in await openai.ChatCompletion.acreate(model="gpt-4", messages=[], stream=True):
        text += chunk["choices"][0]["delta"].get("content", "")
    return text


async def several():
    asked = [openai.Completion.acreate(model="ada", prompt="p") for _ in range(2)]
    answers = await asyncio.gather(*asked)
    return [answer["choices"][0]["text"] for answer in answers]


async def main():
    print(await ask("Who?"))
    print(await said())
    print(await several())
    embedding = await asyncio.wait_for(openai.Embedding.acreate(model="ada", input=["a"]), timeout=30)
    print(embedding["data"][0]["embedding"])


asyncio.run(main())
