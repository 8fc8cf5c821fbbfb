"""What was waited for in vain is raised again."""

import google.generativeai as genai
from google.api_core import exceptions as gx

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")


def f(t):
    for i in range(2):
        try:
            return m.generate_content(t).text
        except gx.ResourceExhausted as e:
            if i == 1:
                raise
            print("again", e.message)


try:
    f("fail-429")
except Exception as e:
    print("end")
print(f("a"))
