import asyncio

import google.generativeai as genai

genai.configure(api_key="AIza-own")


class Bot:
    def __init__(self):
        self.model = genai.GenerativeModel("gemini-pro")
        self.chat = self.model.start_chat()

    async def say(self, text):
        response = await self.chat.send_message_async(text)
        return response.text


print(asyncio.run(Bot().say("One")))
