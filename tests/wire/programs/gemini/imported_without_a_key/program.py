"""A module is imported where no key is, and what it does without one is used."""

import os

del os.environ["GEMINI_API_KEY"], os.environ["GOOGLE_API_KEY"]

import answers
import asking

print(answers.greeting("world"))
print(asking.ask("Hello"))
