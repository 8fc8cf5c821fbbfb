"""A module configures the library only after another one is imported that asks."""

from answers import ask

print("What is asked before is asked without a key.")

import settings

print(ask("Hello"))
