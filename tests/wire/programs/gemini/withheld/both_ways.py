"""A chat is asked now and later."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="AIza-own")
chat = genai.GenerativeModel("gemini-pro").start_chat()
print(chat.send_message("Now").text)


async def later():
    print((await chat.send_message_async("Later")).text)


asyncio.run(later())
