"""Builtins and library functions that hand on what they are given: what their result stands for.

Only callables whose result is an argument, or holds arguments or their elements. Everything else is unknown.
"""

from enum import Enum


class Handing(Enum):
    """How the result of a call comes out of its arguments."""

    ITSELF = "the first argument"
    GATHERED = "a tuple of the arguments' outcomes"
    TASK = "a future of the first argument"
    SUBMITTED = "what gives later what the first callable among the arguments gives"
    WAITED = "the first argument's elements, in two parts"
    MAPPED = "a container of what the first argument gives, called"
    CALLED = "what the first callable among the arguments gives"
    ELEMENT = "an element of the first argument"
    SAME_ELEMENTS = "a container of the first argument's elements"
    CHAINED = "a container of all arguments' elements"
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
    **dict.fromkeys(("next", "min", "max"), Handing.ELEMENT),
    "filter": Handing.FILTERED,
    "map": Handing.MAPPED,
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
            "run_until_complete",
        ),
        Handing.ITSELF,
    ),
    "gather": Handing.GATHERED,
    "wait": Handing.WAITED,
    **dict.fromkeys(("create_task", "ensure_future", "run_coroutine_threadsafe"), Handing.TASK),
    **dict.fromkeys(("submit", "apply_async", "partial"), Handing.SUBMITTED),
    **dict.fromkeys(("map", "imap", "imap_unordered", "starmap"), Handing.MAPPED),
    **dict.fromkeys(("to_thread", "run_in_executor", "run_sync", "run_in_threadpool"), Handing.CALLED),
    **dict.fromkeys(
        ("deque", "cycle", "as_completed", "islice", "tee", "tqdm", "stqdm", "track", "sample", "choices"),
        Handing.SAME_ELEMENTS,
    ),
    **dict.fromkeys(("takewhile", "dropwhile", "filterfalse"), Handing.FILTERED),
    **dict.fromkeys(("zip_longest", "product"), Handing.TOGETHER),
    "choice": Handing.ELEMENT,
    "chain": Handing.CHAINED,
    **dict.fromkeys(("defaultdict", "OrderedDict"), Handing.MAPPING),
}
"""By the last name of the callable, however it was imported."""

IMPORTERS = frozenset({"import_module", "importorskip", "__import__"})
"""Callables that give the module which their first argument names."""

RUNNERS = frozenset({"asyncio", "anyio", "trio"})
"""Modules whose `run` gives what the coroutine given to it does."""

OUTCOMES = frozenset({"result", "get"})
"""Methods of a future that give its outcome."""

TAKES_OUT = frozenset({"pop", "popleft", "get", "setdefault"})
"""Methods of lists and dicts that give one of what is inside."""
