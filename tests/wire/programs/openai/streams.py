"""Answers that come in pieces are put together, whatever way a piece is read in."""

import openai


def said(question):
    text = ""
    for chunk in openai.ChatCompletion.create(
        model="gpt-4", messages=[{"role": "user", "content": question}], stream=True
    ):
        delta = chunk["choices"][0]["delta"]
        if "role" in delta:
            print("role", delta["role"])
        text += delta.get("content", "")
        print(chunk.choices[0].get("finish_reason"))
    return text


def pieces(question):
    response = openai.ChatCompletion.create(model="gpt-4", messages=[], stream=True)
    for chunk in response:
        content = chunk["choices"][0].get("delta", {}).get("content")
        if content is not None:
            yield content
    for index, chunk in enumerate(openai.Completion.create(model="ada", prompt=question, stream=True)):
        yield f"{index}{chunk['choices'][0]['text']}"


print(said("Who?"))
print(list(pieces("Where?")))
print([hasattr(c.choices[0].delta, "content") for c in openai.ChatCompletion.create(model="m", messages=[], stream=True)])
