"""The library is configured with more than a key."""

import google.generativeai as genai
from google.oauth2 import service_account

credentials = service_account.Credentials.from_service_account_file("key.json")
genai.configure(credentials=credentials, default_metadata=[("x-goog-user-project", "p")])
model = genai.GenerativeModel("gemini-pro")
print(model.generate_content("Hello").text)
