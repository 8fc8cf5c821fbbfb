"""Awaited streams are waited for, or read as a whole behind their loop."""

import asyncio
import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")


async def ask(text):
    response = await model.generate_content_async(text, stream=True)
    await response.resolve()
    return response.text

async def told(text):
    response = await model.generate_content_async(text, stream=True)
    async for piece in response:
        print(piece.text)
        if piece.text:
            continue
    return response.text

async def main():
    print(await ask("x"))
    print(await told("x"))
asyncio.run(main())
