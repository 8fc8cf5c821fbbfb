"""Answers are awaited."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash", system_instruction="Be short.")


async def ask(prompt):
    response = await model.generate_content_async(prompt)
    return response.text


async def stream(prompt):
    said = []
    async for chunk in await model.generate_content_async(prompt, stream=True):
        said.append(chunk.text)
    return "".join(said)


async def main():
    print(await asyncio.gather(ask("One"), ask("One")))
    print(await stream("Two"))


asyncio.run(main())
