"""Whether a prompt was blocked is asked of every answer."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


def ask(prompt):
    response = model.generate_content(prompt)
    if response.prompt_feedback.block_reason:
        return "blocked"
    return response.text


print(ask("Hello"))
print(ask("blocked"))
