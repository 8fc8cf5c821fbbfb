"""A name that may hold an answer or something else, and is not only read like a dict, keeps the call."""

import json

import openai
from elsewhere import own_answer


def ask(cached):
    if cached:
        response = json.loads(cached)
    else:
        response = openai.ChatCompletion.create(model="gpt-4", messages=[])
    return response["choices"][0].message["content"]


def text_of(response):
    return response["choices"][0].text


text_of(own_answer())
text_of(openai.Completion.create(model="ada", prompt="p"))
