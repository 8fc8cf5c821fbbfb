"""A bot answers each of its users in a chat of their own."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")
chats = {}


async def on_message(user, text):
    if user not in chats:
        chats[user] = model.start_chat(history=[])
    response = await chats[user].send_message_async(text)
    return response.text


async def main():
    print(await on_message("ann", "Hello"))
    print(await on_message("bob", "Hi"))
    print(await on_message("ann", "Again"))


asyncio.run(main())
