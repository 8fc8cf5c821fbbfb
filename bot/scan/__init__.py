"""Find every use of a legacy library in Python text, resolve it, or say why not. Nothing here edits."""
