"""A chat streams what it was asked in a thread."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="k1")
chat = genai.GenerativeModel("m").start_chat(history=[])


async def ask(t):
    response = await asyncio.to_thread(chat.send_message, t, stream=True)
    return [c.text for c in response]


print(asyncio.run(ask("x")))
