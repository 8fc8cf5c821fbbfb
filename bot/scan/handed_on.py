"""Builtins and library functions that hand on what they are given: what their result stands for.

Only callables whose result is an argument, or holds arguments or their elements. Everything else is unknown.
"""

from enum import Enum


class Handing(Enum):
    """How the result of a call comes out of its arguments."""

    ITSELF = "the first argument"
    GATHERED = "a container of the arguments"
    CALLED = "what the first callable among the arguments gives"
    ELEMENT = "an element of the first argument"
    SAME_ELEMENTS = "a container of the first argument's elements"
    FILTERED = "a container of the last argument's elements"
    NUMBERED = "pairs of a number and an element"
    TOGETHER = "tuples of one element of each argument"
    MAPPING = "a mapping of what the arguments map, pair or name"

    @property
    def needs_argument(self) -> bool:
        """Whether a call without positional arguments gives nothing that matters."""
        return self not in {Handing.SAME_ELEMENTS, Handing.MAPPING}


BUILTINS: dict[str, Handing] = {
    **dict.fromkeys(("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter"), Handing.SAME_ELEMENTS),
    "dict": Handing.MAPPING,
    "enumerate": Handing.NUMBERED,
    "zip": Handing.TOGETHER,
    "next": Handing.ELEMENT,
    "filter": Handing.FILTERED,
}
"""By the builtin's own name, where nothing in the file binds it."""

IMPORTED: dict[str, Handing] = {
    **dict.fromkeys(
        (
            "copy",
            "deepcopy",
            "closing",
            "aclosing",
            "enter_context",
            "enter_async_context",
            "wait_for",
            "shield",
            "create_task",
            "ensure_future",
            "partial",
            "run_until_complete",
        ),
        Handing.ITSELF,
    ),
    "gather": Handing.GATHERED,
    **dict.fromkeys(("to_thread", "run_in_executor", "run_sync", "run_in_threadpool"), Handing.CALLED),
    **dict.fromkeys(("deque", "cycle"), Handing.SAME_ELEMENTS),
    **dict.fromkeys(("defaultdict", "OrderedDict"), Handing.MAPPING),
}
"""By the last name of the callable, however it was imported."""

IMPORTERS = frozenset({"import_module", "importorskip", "__import__"})
"""Callables that give the module which their first argument names."""

TAKES_OUT = frozenset({"pop", "popleft", "get", "setdefault"})
"""Methods of lists and dicts that give one of what is inside."""
