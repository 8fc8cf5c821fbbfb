"""What an error says is shown."""

import google.generativeai as genai
from google.api_core import exceptions

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
try:
    print(model.generate_content("Hello").text)
except exceptions.ResourceExhausted as error:
    print(error.reason, error.details, error.grpc_status_code)
