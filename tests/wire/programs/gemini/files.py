"""A file is uploaded, asked about and deleted."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

note = genai.upload_file(path="note.txt", display_name="A note")
print(f"Uploaded file '{note.display_name}' as: {note.uri}")

model = genai.GenerativeModel(model_name="gemini-1.5-flash")
response = model.generate_content([note, "What does it say?"])
print(response.text)

for each in genai.list_files():
    print(each.name, each.mime_type)

again = genai.get_file(name=note.name)
print(again.state.name)
genai.delete_file(note.name)
