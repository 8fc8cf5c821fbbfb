"""An error for a text that is missing is taken where a task is awaited, not where it is made."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


async def ask(text):
    response = await model.generate_content_async(text)
    return response.text


async def main():
    task = asyncio.create_task(ask("blocked"))
    try:
        print(await task)
    except ValueError:
        print("nothing")


asyncio.run(main())
