"""What errors of the service say is shown, sent and given back."""

import google.generativeai as genai
from google.api_core import exceptions

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-pro")

def ask(t):
    try:
        response = model.generate_content(t)
        return response.text
    except exceptions.InvalidArgument as e:
        return model.generate_content(f"Tell about {e} and {e!s}.").text
    except exceptions.ResourceExhausted as e:
        print("busy", e)
        return str(e)
    except exceptions.NotFound as e:
        print(e)
        return "x" + str(e)

for t in "a", "fail-400", "fail-429", "fail-404":
    print(ask(t))
