"""Python imports a module of this name by itself at its start: the way in for `below`, without a word of the program."""

import importlib
import os
import traceback

try:
    importlib.import_module("below")
except BaseException:  # noqa: BLE001 - whatever it is, nothing may run after it
    traceback.print_exc()
    # Python would go on, and the program would ask the real service.
    os._exit(70)
