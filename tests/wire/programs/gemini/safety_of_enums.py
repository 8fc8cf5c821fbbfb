"""Safety settings are a mapping of enumerations."""

import google.generativeai as genai
from google.generativeai.types import HarmBlockThreshold, HarmCategory

genai.configure(api_key="AIza-own")

model = genai.GenerativeModel("gemini-1.5-flash")
response = model.generate_content(
    "What is dangerous?",
    safety_settings={
        HarmCategory.HARM_CATEGORY_HATE_SPEECH: HarmBlockThreshold.BLOCK_LOW_AND_ABOVE,
        HarmCategory.HARM_CATEGORY_HARASSMENT: HarmBlockThreshold.BLOCK_NONE,
    },
)
print(response.text)

settings = {
    HarmCategory.HARM_CATEGORY_DANGEROUS_CONTENT: HarmBlockThreshold.BLOCK_NONE,
    HarmCategory.HARM_CATEGORY_SEXUALLY_EXPLICIT: HarmBlockThreshold.BLOCK_NONE,
}
second = genai.GenerativeModel("gemini-1.5-flash", safety_settings=settings)
print(second.generate_content("And what is not?").text)
