import openai


class Service:
    def options(self):
        answer = {"choices": []}
        answer = openai.ChatCompletion.create(model="m", messages=[])
        return answer["choices"]


def complete(prompt):
    return openai.Completion.create(model="m", prompt=prompt)


def with_usage(prompt):
    answer = openai.Completion.create(model="m", prompt=prompt)
    return answer["choices"][0]["text"], answer["usage"]


async def later(prompt):
    answer = await openai.Completion.acreate(model="m", prompt=prompt)
    return answer
