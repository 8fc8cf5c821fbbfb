"""What a function of another module gives is looked at, and the function is handed on."""
import functools

from llm import make

print(type(make()).__name__)
print(functools.reduce(lambda text, function: text + type(function()).__name__, [make], ""))
