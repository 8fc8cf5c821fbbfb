"""Which withheld row is a question for a model, and what becomes of asking."""
