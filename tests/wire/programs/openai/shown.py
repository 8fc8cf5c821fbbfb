"""An answer that is shown or dumped is kept as a dict in the order of the service, and its JSON is written as before."""

import asyncio
import json
import logging
import sys

import openai

logging.basicConfig(stream=sys.stdout, format="%(message)s")
logger = logging.getLogger(__name__)
logger.setLevel(logging.INFO)
QUESTION = [{"role": "user", "content": "Who is \"she\"? \u00e9"}]


def ask(n=1):
    response = openai.ChatCompletion.create(model="gpt-4", messages=QUESTION, n=n)
    print(response)
    print("usage:", response.usage, response["usage"].total_tokens)
    return response.choices[0].message.content


def patient():
    try:
        return openai.Completion.create(model="m", prompt="p")
    except openai.error.RateLimitError:
        return patient()


def each():
    answer = patient()
    print(answer)
    for choice in answer.choices:
        print(f"{choice} then {choice.index} {choice['text']}")
        logger.info("choice %s of %d", choice, 1)
    logging.error("all: %s", answer)
    if "usage" in answer and answer.get("id"):
        print("Said {} of {!s}".format(answer, len(answer)), "%s" % answer["choices"][0])
    return list(answer.keys()), json.dumps(answer.to_dict_recursive())


async def later():
    answer = await openai.ChatCompletion.acreate(model="gpt-4", messages=QUESTION)
    print(str(answer))
    text = (await openai.Completion.acreate(model="m", prompt="p"))["choices"][0]
    print(f'{text} {text.finish_reason}')
    return answer.choices[0].message["content"]


def dumped(path):
    answer = openai.Completion.create(model="m", prompt="p")
    row = {"prompt": "p", "response": answer, "kind": "one"}
    print(json.dumps(row, sort_keys=True), json.dumps(answer["usage"]))
    with open(path, "w") as file:
        json.dump(answer, file, ensure_ascii=False)
    with open(path) as file:
        return file.read()


print(ask(), ask(n=2))
print(each())
print(asyncio.run(later()))
print(dumped("answer.json"))
print(openai.Model.list())
print(f'{openai.Model.retrieve("ada")}')
moderation = openai.Moderation.create("x")
print(moderation, moderation["results"][0]["categories"], moderation.results[0].category_scores)
print(str(openai.Image.create(prompt="p")))
print(openai.File.list(), openai.FineTuningJob.list())
