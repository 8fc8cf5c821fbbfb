"""An answer that leaves what can be seen keeps its call."""

import pickle

import openai


class Asker:
    def __init__(self, other):
        other.answer = openai.ChatCompletion.create(model="gpt-4", messages=[])

    def ask(self, other):
        other.ask(self)
        return openai.Completion.create(model="ada", prompt="p")


def stored(kept):
    kept["answer"] = openai.Embedding.create(model="ada", input="p")
    pickle.dump(openai.Moderation.create(input="x"), open("x.bin", "wb"))


def lent():
    yield openai.Model.list()


class Models:
    every = openai.Model.list()["data"]
