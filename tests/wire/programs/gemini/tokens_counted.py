"""Before a long text is sent its tokens are counted."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash", generation_config={"temperature": 0.2})

LIMIT = 100


def ask(text):
    tokens = model.count_tokens(text).total_tokens
    if tokens > LIMIT:
        return f"too long: {tokens}"
    response = model.generate_content(text)
    usage = response.usage_metadata
    return f"{tokens} {usage.prompt_token_count} {usage.candidates_token_count} {response.text}"


print(ask("short"))
print(ask("long " * 40))
chat = model.start_chat()
chat.send_message("Hello")
print(model.count_tokens(chat.history).total_tokens)
