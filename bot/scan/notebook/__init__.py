"""Notebooks: the JSON document, the cells as Python, and the way back from a place in the code to cell and line."""
