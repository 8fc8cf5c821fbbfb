"""The code that the tests are of."""
import openai

openai.api_key = "sk-own"


def ask(text):
    response = openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": text}])
    return response["choices"][0]["message"]["content"].strip()


def vector(text):
    return openai.Embedding.create(input=[text], model="ada")["data"][0]["embedding"]


def complete(text):
    answer = openai.Completion.create(model="davinci", prompt=text)
    return answer["choices"][0]["text"], answer["usage"]["total_tokens"]


def picture(text):
    return openai.Image.create(prompt=text, n=1)["data"][0]["url"]


def is_bad(text):
    return openai.Moderation.create(input=text)["results"][0]["flagged"]


def spoken(path):
    with open(path, "rb") as file:
        return openai.Audio.transcribe(model="whisper-1", file=file)["text"]
