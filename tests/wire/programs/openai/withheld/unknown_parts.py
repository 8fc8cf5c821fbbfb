"""A part of an answer that the pack does not know, or in whose absence the program trusts, keeps the call."""

import openai

response = openai.ChatCompletion.create(model="gpt-4", messages=[])
print(response["choices"][0]["weight"])
response = openai.Completion.create(model="ada", prompt="p")
print(response.organization)
try:
    name = openai.ChatCompletion.create(model="gpt-4", messages=[]).choices[0].message.function_call.name
except AttributeError:
    name = ""
for chunk in openai.Completion.create(model="ada", prompt="p", stream=True):
    print(chunk.response_ms)
