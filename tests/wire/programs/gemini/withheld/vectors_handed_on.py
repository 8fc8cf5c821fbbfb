"""The mapping that holds vectors is given away."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")


def embed(text):
    return genai.embed_content(model="models/text-embedding-004", content=text)


def store(sink, text):
    sink.put(embed(text))
