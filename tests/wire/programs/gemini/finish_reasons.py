"""Why an answer ended decides what is shown."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


def ask(prompt):
    response = model.generate_content(prompt)
    if not response.candidates:
        return f"blocked: {response.prompt_feedback.block_reason.name}"
    candidate = response.candidates[0]
    if candidate.finish_reason.name == "SAFETY":
        return "unsafe"
    if candidate.finish_reason == 2:
        return "cut short"
    return candidate.content.parts[0].text


for prompt in ("Hello", "blocked", "unsafe", "cut short"):
    print(ask(prompt))
