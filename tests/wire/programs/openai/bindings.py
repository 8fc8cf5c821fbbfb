"""Answers that are bound in every way: twice at once, taken apart, by a walrus, in closures, again and again."""

import openai

first = second = openai.Completion.create(model="ada", prompt="p")
print(first["choices"][0]["text"], second["usage"]["total_tokens"])
one, other = openai.Completion.create(model="ada", prompt="p", n=2)["choices"]
print(one["index"], other["index"])
if (walrus := openai.Completion.create(model="ada", prompt="p")) is not None:
    print(walrus["usage"]["total_tokens"])


def outer(wanted=True):
    answer = openai.Completion.create(model="ada", prompt="p") if wanted else None

    def inner():
        return answer["choices"][0]["text"]

    total = lambda: answer["usage"]["total_tokens"]  # noqa: E731
    return inner(), total()


def again(tries):
    for attempt in range(tries):
        try:
            answer = openai.ChatCompletion.create(model="gpt-4", messages=[])
            text = answer["choices"][0]["message"]["content"]
            answer = {"text": text, "attempt": attempt}
            print(answer["text"], answer["attempt"])
            break
        except openai.error.RateLimitError:
            continue
    return getattr(openai.Model.list(), "data")[0]["id"]


print(outer(), again(2))
