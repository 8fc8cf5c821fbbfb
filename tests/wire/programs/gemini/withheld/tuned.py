"""A model is tuned."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
operation = genai.create_tuned_model(
    source_model="models/gemini-1.5-flash-001-tuning", training_data=[{"text_input": "1", "output": "2"}], epoch_count=5
)
model = operation.result()
print(model.name)
