"""The configured library is handed out by a module of the program."""

from ai import ask, model

print(ask("Hello"))
print(model.generate_content("Directly").text)
