"""The loop's executor asks, and an answer without text is caught."""

import asyncio

import google.generativeai as genai


class A:
    def __init__(self):
        genai.configure(api_key="k1")
        self.model = genai.GenerativeModel("m", generation_config={"top_k": 2})

    async def ask(self, t):
        loop = asyncio.get_running_loop()
        try:
            response = await loop.run_in_executor(None, self.model.generate_content, [t, "b"])
            return response.text
        except Exception as e:
            return "none"


print(asyncio.run(A().ask("x")), asyncio.run(A().ask("blocked")))
