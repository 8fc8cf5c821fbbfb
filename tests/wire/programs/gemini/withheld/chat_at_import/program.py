"""A module that is imported begins a chat, without a key."""

from answers import greeting

print(greeting())
