"""An organization that may be an empty text, and is not set by a statement of its own, keeps the calls."""

import openai

openai.organization, name = "", "x"
print(openai.Completion.create(model="m", prompt=name)["choices"][0]["text"])
