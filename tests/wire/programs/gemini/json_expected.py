"""An answer that is no JSON is an empty one."""

import json
import google.generativeai as genai

genai.configure(api_key="k1")
model = genai.GenerativeModel("m", generation_config={"response_mime_type": "application/json"})


def f(t):
    try:
        return json.loads(model.generate_content(t).text)
    except (ValueError, KeyError):
        return {}


print(f("a")["turns"], f("empty answer"))
