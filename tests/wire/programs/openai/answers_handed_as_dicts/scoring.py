def scored(result):
    found = []
    for index, choice in enumerate(result["choices"]):
        found.append((index, choice["text"], sum(choice["logprobs"]["token_logprobs"])))
    return sorted(found, key=lambda one: one[2])


def best(result, fallback):
    texts = [choice["text"] for choice in result["choices"]]
    return max(texts) if texts else fallback


class Scored:
    def __init__(self, result, digits):
        self.text = result["choices"][0]["text"]
        self.digits = digits
