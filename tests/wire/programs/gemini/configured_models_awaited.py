"""Differently configured models are handed to functions that wait for them."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="k1")


async def ask(model, t):
    answer = await model.generate_content_async(t)
    return answer.text


async def tell(model, t):
    async for piece in await model.generate_content_async(t, stream=True):
        print(piece.text)


async def main():
    one = genai.GenerativeModel("m", system_instruction="S")
    two = genai.GenerativeModel("n", generation_config={"top_k": 1})
    print(await ask(one, "a"), await ask(two, "b"))
    await tell(one, "c")


asyncio.run(main())
