"""Documents and a question become vectors."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
MODEL = "models/text-embedding-004"


def of_document(text, title):
    result = genai.embed_content(model=MODEL, content=text, task_type="retrieval_document", title=title)
    return result["embedding"]


def of_query(text):
    return genai.embed_content(model=MODEL, content=text, task_type="RETRIEVAL_QUERY")["embedding"]


def of_all(texts):
    result = genai.embed_content(model=MODEL, content=texts, task_type="semantic_similarity")
    return result["embedding"]


def product(one, other):
    return sum(a * b for a, b in zip(one, other))


print(product(of_document("A bear is large.", "Bears"), of_query("large?")))
for vector in of_all(["one", "three"]):
    print(len(vector), vector[0])
