"""Classes of the program wrap the library; their methods give answers to one another."""

import openai


class Bot:
    def __init__(self, system):
        self.messages = [{"role": "system", "content": system}]

    def ask(self, text):
        self.messages.append({"role": "user", "content": text})
        response = self.complete(self.messages)
        self.messages.append(response["choices"][0]["message"])
        return response["choices"][0]["message"]["content"]

    def complete(self, messages, tries=2):
        try:
            return openai.ChatCompletion.create(model="gpt-4", messages=messages)
        except openai.error.RateLimitError:
            return self.complete(messages, tries - 1)

    @staticmethod
    async def later(text):
        return await openai.Completion.acreate(model="ada", prompt=text)

    async def text_of(self, text):
        return (await self.later(text))["choices"][0]["text"]


bot = Bot("Be short.")
print(bot.ask("Who?"), bot.ask("Where?"), len(bot.messages))
print(bot.complete([])["usage"]["total_tokens"])

if __name__ == "__main__":
    import asyncio

    print(asyncio.run(bot.text_of("p")))
