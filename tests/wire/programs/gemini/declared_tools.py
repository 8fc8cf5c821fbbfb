"""The model may ask for a function, which the program calls by itself."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

TOOLS = [
    {
        "function_declarations": [
            {
                "name": "weather",
                "description": "The weather at a place.",
                "parameters": {
                    "type": "object",
                    "properties": {"place": {"type": "string"}},
                    "required": ["place"],
                },
            }
        ]
    }
]


def weather(place):
    return f"Sun in {place}"


model = genai.GenerativeModel("gemini-1.5-flash", tools=TOOLS)
response = model.generate_content("What is the weather in Oslo?")
call = response.candidates[0].content.parts[0].function_call
if call:
    print(call.name, weather(call.args["place"]))
