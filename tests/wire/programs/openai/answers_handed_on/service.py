import openai


class Service:
    def __init__(self, model):
        self.model = model

    def ask(self, text):
        try:
            return openai.ChatCompletion.create(model=self.model, messages=[{"role": "user", "content": text}])
        except openai.error.RateLimitError:
            return None


def complete(prompt):
    answer = openai.Completion.create(model="m", prompt=prompt)
    return answer
