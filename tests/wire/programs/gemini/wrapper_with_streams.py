"""A class offers answers as a whole, in pieces and awaited."""

import asyncio

import google.generativeai as genai


class LLM:
    def __init__(self, api_key, model="gemini-1.5-flash", temperature=0.7, max_tokens=512):
        genai.configure(api_key=api_key)
        self.model_name = model
        self.generation_config = {"temperature": temperature, "max_output_tokens": max_tokens}
        self.model = genai.GenerativeModel(model_name=self.model_name, generation_config=self.generation_config)

    def complete(self, prompt):
        return self.model.generate_content(prompt).text

    def stream(self, prompt):
        for chunk in self.model.generate_content(prompt, stream=True):
            yield chunk.text

    async def complete_later(self, prompt):
        response = await self.model.generate_content_async(prompt)
        return response.text


llm = LLM("AIza-own", temperature=0.1)
print(llm.complete("One"))
print(list(llm.stream("Two")))
print(asyncio.run(llm.complete_later("Three")))
