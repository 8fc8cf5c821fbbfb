"""An uploaded file is a part of a chat's history."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

note = genai.upload_file("note.txt", mime_type="text/plain")
model = genai.GenerativeModel("gemini-1.5-flash")
chat = model.start_chat(
    history=[
        {"role": "user", "parts": [note, "Read this."]},
        {"role": "model", "parts": ["I have read it."]},
    ]
)
print(chat.send_message("What does it say?").text)
