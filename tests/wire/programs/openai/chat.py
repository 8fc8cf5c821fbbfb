"""A chat completion is asked, and read in every style: by key, by attribute, with get, in a loop."""

import openai

openai.api_key = "sk-own"


def ask(question):
    response = openai.ChatCompletion.create(
        model="gpt-4",  # the comment stays
        messages=[{"role": "user", "content": question}],
        temperature=0.5,
        stop=None,
    )
    print(response["id"], response.model, response["usage"]["total_tokens"], response.usage.prompt_tokens)
    print(response["choices"][0]["message"]["role"], response.choices[0].get("finish_reason"))
    return response.choices[0].message["content"].strip()


def ask_for_many(question):
    answers = openai.ChatCompletion.create(model="gpt-4", n=3, messages=[{"role": "user", "content": question}])
    for index, choice in enumerate(answers["choices"]):
        print(index, choice["index"], choice.message.content)
    return [choice["message"]["content"] for choice in answers.choices]


print(ask("Who?"))
print(ask_for_many("Where?"))
print(f'{openai.ChatCompletion.create(model="m", messages=[])["choices"][0]["message"]["content"]}')
