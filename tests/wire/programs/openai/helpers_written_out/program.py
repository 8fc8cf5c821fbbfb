"""Functions of the library that went with it stand in the file afterwards, and do what they did."""

import openai
from openai.embeddings_utils import cosine_similarity, get_embedding
from openai.embeddings_utils import (
    distances_from_embeddings,
    get_embeddings,
    indices_of_nearest_neighbors_from_distances,
)

openai.api_key = "sk-own"

MODEL = "text-embedding-ada-002"


def near(text, other):
    return round(float(cosine_similarity(get_embedding(text, engine=MODEL), b=get_embedding(other, MODEL))), 6)


print(near("one\nline", "another"))
print([len(one) for one in map(get_embedding, ["a", "b\n"])])
print([len(one) for one in get_embeddings(list_of_text=["d", "e\nf"])])
distances = distances_from_embeddings([1.0, 0.0], [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]], distance_metric="L1")
print(distances, list(map(int, indices_of_nearest_neighbors_from_distances(distances))))
try:
    get_embedding("g", engine="fail-429")
except Exception as error:
    print(type(error).__name__)
