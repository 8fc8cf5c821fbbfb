"""The calls of the models before Gemini."""

import google.generativeai as palm

palm.configure(api_key="AIza-own")
completion = palm.generate_text(model="models/text-bison-001", prompt="Write a poem.", temperature=0.7)
print(completion.result)
