"""The module itself is kept and given away."""

import google.generativeai as genai


class Clients:
    def __init__(self):
        self.clients = {}

    def add(self, key):
        genai.configure(api_key=key)
        self.clients["gemini"] = genai

    def get(self, name):
        return self.clients[name]


def connect(key):
    genai.configure(api_key=key)
    return genai


print(connect("AIza-own").GenerativeModel("gemini-pro"))
