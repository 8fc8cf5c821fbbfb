"""A variable that the new library does not read is set by the program."""

import os

import openai

os.environ["OPENAI_API_BASE"] = "http://localhost:1/v1"
print(openai.Model.list()["data"][0]["id"])
