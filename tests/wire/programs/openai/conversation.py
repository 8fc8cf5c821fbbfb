"""The answer's message joins the messages that are sent with the next question."""

import openai

messages = [{"role": "system", "content": "Be short."}]
for question in ("Who?", "Where?"):
    messages.append({"role": "user", "content": question})
    response = openai.ChatCompletion.create(model="gpt-4", messages=messages)
    messages.append(response["choices"][0]["message"])
    print(messages[-1]["content"])

answer = openai.ChatCompletion.create(model="gpt-4", messages=messages)
kept = dict(answer["choices"][0]["message"])
messages.append(kept)
print(kept["content"], len(messages), [message["role"] for message in messages])
openai.ChatCompletion.create(model="gpt-4", messages=[{"role": "user", "content": "Why?"}, answer.choices[0].message])
