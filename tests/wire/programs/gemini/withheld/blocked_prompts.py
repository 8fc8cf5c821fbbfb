"""A prompt that is blocked ends a chat's call with an exception."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
chat = model.start_chat()
try:
    print(chat.send_message("blocked").text)
except genai.types.BlockedPromptException:
    print("no")
except genai.types.StopCandidateException:
    print("stopped")
