"""The code that the tests are of."""
import openai

openai.api_key = "sk-own"


def ask(text):
    response = openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": text}], n=2)
    return [choice.message.content for choice in response.choices]


def first(text):
    response = openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": text}])
    return response.choices[0].message["content"]
