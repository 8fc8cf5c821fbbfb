"""The comment commands, one module each; `bot/conversation/kinds.py` finds them by walking this folder."""
