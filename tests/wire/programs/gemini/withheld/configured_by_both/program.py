"""The program configures as well, after the module whose client the asking one could take."""

import google.generativeai as genai

from answers import ask

genai.configure(api_key="AIza-two")
print(ask("Hello"))
