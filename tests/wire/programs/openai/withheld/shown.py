"""An answer that is printed as a whole looks different there."""

import openai

response = openai.ChatCompletion.create(model="gpt-4", messages=[])
print(response)
print(f'{openai.Model.retrieve("ada")}')
