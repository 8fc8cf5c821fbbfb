"""A configured model is asked in a thread, once with settings of the call."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="k1")


class A:
    def __init__(self):
        self.model = genai.GenerativeModel("m", generation_config={"top_k": 2})

    async def ask(self, t):
        response = await asyncio.to_thread(self.model.generate_content, t)
        return response.text

    async def tell(self, t):
        response = await asyncio.to_thread(self.model.generate_content, t, generation_config={"temperature": 0.5})
        return response.text


print(asyncio.run(A().ask("x")), asyncio.run(A().tell("y")))
