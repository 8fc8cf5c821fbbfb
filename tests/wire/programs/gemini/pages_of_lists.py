"""Lists are asked for in pages, and an upload may be taken up again."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
print([model.name for model in genai.list_models(page_size=2)])
found = next((file for file in genai.list_files(page_size=10) if file.display_name == "note"), None)
if found is None:
    found = genai.upload_file(path="note.txt", display_name="note", resumable=True)
print(found.name, found.display_name)
