"""Embeddings, as packed numbers and as plain ones, put in order by their index."""

import openai


def embed(texts, model="text-embedding-ada-002"):
    response = openai.Embedding.create(input=[text.replace("\n", " ") for text in texts], model=model)
    return [row["embedding"] for row in sorted(response["data"], key=lambda row: row["index"])]


print(embed(["a", "b"]))
print(openai.Embedding.create(input="a", engine="ada")["data"][0]["embedding"])
print(openai.Embedding.create(model="ada", input="a", encoding_format="float")["usage"]["total_tokens"])
