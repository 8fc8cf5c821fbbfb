"""Functions of the library that went with it stay where another use of them is not understood, or a name is taken."""

import os

import openai
from openai.embeddings_utils import get_embedding

os.environ["OPENAI_ORGANIZATION"] = "org"


def embed(texts, **options):
    return [get_embedding(text, **options) for text in texts]


def one(text):
    from openai.embeddings_utils import cosine_similarity

    return cosine_similarity(openai.Embedding.create(input=text, model="m")["data"][0]["embedding"], [1.0])
