"""A call that the model wants made is read out of the answer, where there is one."""

import json

import openai

functions = [{"name": "weather", "parameters": {"type": "object", "properties": {}}}]
for given in ({}, {"functions": functions, "function_call": "auto"}):
    message = None
    if given:
        response = openai.ChatCompletion.create(
            model="gpt-4", messages=[], functions=functions, function_call="auto"
        )
    else:
        response = openai.ChatCompletion.create(model="gpt-4", messages=[])
    message = response["choices"][0]["message"]
    if message.get("function_call"):
        print(message["function_call"]["name"], json.loads(message["function_call"]["arguments"])["place"])
        print(message.function_call.get("arguments"), message["content"])
    elif "function_call" not in message:
        print("none", message["content"])
