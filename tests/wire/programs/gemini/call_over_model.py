"""What is set at the call goes before what is set for the model."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

model = genai.GenerativeModel(
    "gemini-1.5-flash",
    generation_config={"temperature": 0.2, "max_output_tokens": 100},
    system_instruction="You write poems.",
)
print(model.generate_content("Spring").text)
print(model.generate_content("Summer", generation_config={"temperature": 0.9}).text)
print(model.generate_content("Autumn", safety_settings={"HARASSMENT": "BLOCK_NONE"}).text)
chat = model.start_chat()
print(chat.send_message("Winter", generation_config={"top_k": 5}).text)
print(chat.send_message("And again").text)
