"""Safety settings stand in constants of the program."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

SAFETY_SETTINGS = [
    {"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"},
    {"category": "HARM_CATEGORY_HATE_SPEECH", "threshold": "BLOCK_NONE"},
    {"category": "HARM_CATEGORY_SEXUALLY_EXPLICIT", "threshold": "BLOCK_MEDIUM_AND_ABOVE"},
    {"category": "HARM_CATEGORY_DANGEROUS", "threshold": "BLOCK_ONLY_HIGH"},
]
GENERATION_CONFIG = {"temperature": 0.4, "max_output_tokens": 256}

model = genai.GenerativeModel(
    "gemini-pro", safety_settings=SAFETY_SETTINGS, generation_config=GENERATION_CONFIG
)


def report(topic):
    response = model.generate_content(f"Report on {topic}.")
    if response.prompt_feedback:
        return "blocked"
    return response.text


def plain(topic):
    other = genai.GenerativeModel("gemini-1.5-flash")
    return other.generate_content(topic, safety_settings=SAFETY_SETTINGS).text


print(report("bears"))
print(plain("bees"))
