"""The program has a client of its own."""

import google.generativeai as genai

genai.configure(api_key="AIza-own")
model = genai.GenerativeModel("gemini-1.5-flash")


class Client:
    def __init__(self, name):
        self.name = name


client = Client("Ann")
letters = [client]


def greet(client):
    return model.generate_content(f"Greet {client.name}.").text


for client in letters:
    print(greet(client))
print(client.name)
