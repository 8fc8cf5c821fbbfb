"""An error for a text that is missing is taken by somebody who gets the function: a decorator, a pool, a caller far up."""

import functools
from concurrent.futures import ThreadPoolExecutor

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


def carefully(function):
    @functools.wraps(function)
    def inner(*arguments):
        try:
            return function(*arguments)
        except Exception:
            return "nothing"

    return inner


@carefully
def asked(text):
    return model.generate_content(text).text


def ask(text):
    return model.generate_content(text).text


def told(text):
    return f"told: {ask(text)}"


def tell(text):
    try:
        return told(text)
    except Exception:
        return "not told"


for text in ("One", "blocked"):
    print(asked(text), tell(text))
print(carefully(lambda: model.generate_content("blocked").text)())
with ThreadPoolExecutor(max_workers=1) as pool:
    later = pool.submit(ask, "blocked")
    try:
        print(later.result())
    except ValueError:
        print("not later")


class Answer:
    def __init__(self, text):
        self.text = model.generate_content(text).text


def each(texts):
    for text in texts:
        yield model.generate_content(text).text


answers = each(["One", "blocked"])
try:
    for answer in answers:
        print(answer)
    print("all")
except ValueError:
    print("not all")
try:
    print(Answer("blocked").text)
except ValueError:
    print("no answer")
