"""A parameter says whether the answer comes in pieces."""

import asyncio

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat()


def ask(prompt, stream=False):
    response = model.generate_content(prompt, stream=stream, generation_config={"temperature": 0.5})
    if stream:
        return "".join(chunk.text for chunk in response)
    return response.text


def told(prompt, stream):
    answer = genai.GenerativeModel("gemini-1.5-flash").generate_content(prompt, stream=stream)
    if not stream:
        yield answer.text
    else:
        for chunk in answer:
            yield chunk.text


class Talk:
    def __init__(self):
        self.chat = model.start_chat(history=[])

    def say(self, message, *, streamed: bool):
        try:
            response = self.chat.send_message(message, stream=streamed)
            if not streamed:
                return response.text
            for piece in response:
                print(piece.text, end="|")
            return "told"
        except Exception:
            return "nothing"


async def later(prompt, stream):
    response = await model.generate_content_async(prompt, stream=stream)
    if stream:
        text = ""
        async for chunk in response:
            text += chunk.text
        return text
    return response.text


print(ask("x"), ask("x", True))
print(list(told("y", True)), list(told("y", False)))
talk = Talk()
print(talk.say("a", streamed=True), talk.say("b", streamed=False), talk.say("blocked", streamed=False))


async def main():
    print(await later("z", True), await later("z", False))


asyncio.run(main())
