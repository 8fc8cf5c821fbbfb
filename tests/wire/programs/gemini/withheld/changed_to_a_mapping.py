"""A turn is made into a mapping by its class."""

import google.generativeai as genai

genai.configure(api_key="k1")
c = genai.GenerativeModel("m").start_chat()
c.send_message("a")
print([type(h).to_dict(h) for h in c.history][0]["role"])
