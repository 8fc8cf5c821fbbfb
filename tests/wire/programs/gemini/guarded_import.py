"""Without the library the program says so."""

import os

try:
    import google.generativeai as genai

    AVAILABLE = True
except ImportError:
    genai = None
    AVAILABLE = False


class Writer:
    def __init__(self):
        self.model = None
        if AVAILABLE:
            genai.configure(api_key=os.environ["GEMINI_API_KEY"])
            self.model = genai.GenerativeModel("gemini-1.5-flash")

    def write(self, topic):
        if not self.model:
            return f"Nothing to say of {topic}."
        return self.model.generate_content(topic).text


print(AVAILABLE)
print(Writer().write("rain"))
