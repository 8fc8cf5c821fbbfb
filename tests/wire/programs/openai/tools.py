"""Tools that the model wants used are read out of the answer, and out of its pieces."""

import json

import openai

tools = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}]
message = openai.ChatCompletion.create(model="gpt-4", messages=[], tools=tools)["choices"][0]["message"]
for call in message["tool_calls"]:
    print(call["id"], call["type"], call["function"]["name"], json.loads(call.function.arguments))
for chunk in openai.ChatCompletion.create(model="gpt-4", messages=[], tools=tools, stream=True):
    for piece in chunk["choices"][0]["delta"].get("tool_calls", []):
        print(piece["index"], piece["function"]["arguments"])
