"""How often a call is tried again is set."""

import google.generativeai as genai
from google.api_core import retry

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")
again = retry.Retry(predicate=retry.if_transient_error, initial=1.0)
print(model.generate_content("Hello", request_options={"retry": again}).text)
