"""Obelize: a GitHub App that migrates code off a library being retired, and audits itself doing so."""

import os

__version__ = "0.1.0"

# Pydantic would look through all that is installed for plugins, and load them: none is ours, and none of theirs is to
# stand between a record and what it refuses.
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
