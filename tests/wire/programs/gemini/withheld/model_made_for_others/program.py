"""Another file makes a model by a function, and looks at it."""

from llm import greet, make

print(greet(), type(make()).__name__)
