"""A function gives a model together with its chat."""

import google.generativeai as genai


def make():
    genai.configure(api_key="k1")
    m = genai.GenerativeModel("m")
    return m, m.start_chat()


m, c = make()
print(m.generate_content("a").text, c.send_message("b").text)
