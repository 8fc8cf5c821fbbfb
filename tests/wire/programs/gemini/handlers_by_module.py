"""Handlers name errors by the whole name of their module."""

import google.generativeai as genai
import google.api_core.exceptions

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")


def f(t):
    try:
        return m.generate_content(t).text
    except google.api_core.exceptions.ResourceExhausted:
        return "quota"
    except google.api_core.exceptions.GoogleAPICallError as e:
        return f"call {e.code}"
    except Exception:
        return "other"


print(f("a"), f("fail-429"), f("blocked"))
