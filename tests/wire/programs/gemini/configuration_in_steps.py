"""The settings are put together piece by piece."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")

generation_config = {"temperature": 0.9, "top_p": 1}
generation_config["top_k"] = 1
generation_config["max_output_tokens"] = 2048

safety_settings = []
for category in ("HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH"):
    safety_settings.append({"category": category, "threshold": "BLOCK_ONLY_HIGH"})

model = genai.GenerativeModel(
    model_name="gemini-1.0-pro", generation_config=generation_config, safety_settings=safety_settings
)

convo = model.start_chat(history=[])
convo.send_message("Tell me a joke.")
print(convo.last.text)
print(model.generate_content("Explain it.").text)
