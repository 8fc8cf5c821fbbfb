"""A chat is told a turn in a thread."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="k1")
chat = genai.GenerativeModel("m").start_chat(history=[])


async def ask(t):
    response = await asyncio.to_thread(chat.send_message, {"role": "user", "parts": [t]})
    return response.text


print(asyncio.run(ask("x")))
