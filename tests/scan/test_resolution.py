"""What a name stands for: Python's scoping and the ways in which an object of the library travels inside a file."""

import pytest

from tests.scan.looking import facts_of, seen, uses

CALL = ("call", "oldlib.Reader")
PAGES = ("attribute", "oldlib.Reader.pages")
TEXT = ("method_call", "oldlib.Page.text")


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import oldlib\nr = oldlib.Reader(f)\nr.pages", id="a module-level name"),
        pytest.param("import oldlib as o\nr = o.Reader(f)\nr.pages", id="a module alias"),
        pytest.param("from oldlib import Reader as R\nr = R(f)\nr.pages", id="an aliased name"),
        pytest.param("from oldlib import Reader\nR = Reader\nr = R(f)\nr.pages", id="a class under another name"),
        pytest.param("from oldlib import Reader\nwith Reader(f) as r:\n    r.pages", id="a with statement"),
        pytest.param("from oldlib import Reader\nif (r := Reader(f)):\n    r.pages", id="a walrus"),
        pytest.param("from oldlib import Reader\na, r = 1, Reader(f)\nr.pages", id="a tuple target"),
        pytest.param("from oldlib import Reader\nfor r in [Reader(f)]:\n    r.pages", id="a loop over a list"),
        pytest.param("from oldlib import Reader\nr = Reader(f) if f else None\nr.pages", id="a conditional"),
        pytest.param("from oldlib import Reader\nr = None\nr = Reader(f)\nr.pages", id="bound more than once"),
        pytest.param("from oldlib import Reader\ndef g():\n    r = Reader(f)\n    def h():\n        r.pages", id="closure"),
        pytest.param("from oldlib import Reader\nr = Reader(f)\ndef g():\n    r.pages", id="a constant in a function"),
        pytest.param("from oldlib import Reader\ndef g():\n    global r\n    r = Reader(f)\nr.pages", id="global"),
        pytest.param(
            "from oldlib import Reader\ndef g():\n    r = None\n    def h():\n        nonlocal r\n        r = Reader(f)\n"
            "    r.pages",
            id="nonlocal",
        ),
        pytest.param(
            "from oldlib import Reader\nclass A:\n    def __init__(self):\n        self.r = Reader(f)\n"
            "    def g(self):\n        self.r.pages",
            id="an attribute bound in one method and read in another",
        ),
        pytest.param(
            "from oldlib import Reader\nclass A:\n    r = Reader(f)\n    def g(self):\n        self.r.pages", id="class"
        ),
        pytest.param(
            "from oldlib import Reader\nclass A:\n    def __init__(self):\n        self.r = Reader(f)\nA().r.pages",
            id="an attribute of an instance",
        ),
        pytest.param("from oldlib import Reader\ndef g():\n    return Reader(f)\ng().pages", id="a function's result"),
        pytest.param("from oldlib import Reader\ndef g(r):\n    r.pages\ng(Reader(f))", id="an argument"),
        pytest.param("from oldlib import Reader\ndef g(r=None):\n    r.pages\ng(r=Reader(f))", id="a keyword argument"),
        pytest.param(
            "from oldlib import Reader\nclass A:\n    def __init__(self, r):\n        self.r = r\n"
            "    def g(self):\n        self.r.pages\nA(Reader(f))",
            id="through a constructor into an attribute",
        ),
        pytest.param("import copy\nfrom oldlib import Reader\ncopy.copy(Reader(f)).pages", id="a copy"),
        pytest.param("from oldlib import Reader\nd = {1: Reader(f)}\nd[1].pages", id="a dict"),
        pytest.param("from oldlib import Reader\nd = {}\nd[1] = Reader(f)\nd.get(1).pages", id="put into a dict"),
        pytest.param("from oldlib import Reader\nl = []\nl.append(Reader(f))\nl[0].pages", id="appended to a list"),
        pytest.param("from oldlib import Reader\n[r.pages for r in (Reader(f),)]", id="a comprehension"),
        pytest.param("from oldlib import Reader\nasync def g():\n    return Reader(f)\nasync def h():\n    (await g()).pages", id="awaited"),
        pytest.param("from oldlib import Reader\ndef g():\n    yield Reader(f)\nfor r in g():\n    r.pages", id="yielded"),
        pytest.param(
            "from contextlib import contextmanager\nfrom oldlib import Reader\n@contextmanager\ndef g():\n"
            "    yield Reader(f)\nwith g() as r:\n    r.pages",
            id="a context manager of the file",
        ),
    ],
)  # fmt: skip
def test_the_reader_is_followed_through(code: str) -> None:
    assert sorted(uses(code)).count(PAGES) == 1
    assert CALL in uses(code)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("from oldlib import Reader\ndef g(r: Reader):\n    r.pages", id="a parameter"),
        pytest.param("from oldlib import Reader\ndef g(r: 'Reader'):\n    r.pages", id="in quotes"),
        pytest.param("from oldlib import Reader\ndef g(r: Reader | None):\n    r.pages", id="optional with a bar"),
        pytest.param("from typing import Optional\nfrom oldlib import Reader\ndef g(r: Optional[Reader]):\n    r.pages", id="Optional"),
        pytest.param("from oldlib import Reader\ndef g(rs: list[Reader]):\n    rs[0].pages", id="the element of a list"),
        pytest.param("from oldlib import Reader\nr: Reader = load()\nr.pages", id="a variable"),
        pytest.param("from oldlib import Reader\nclass A:\n    r: Reader\n    def g(self):\n        self.r.pages", id="a class"),
    ],
)  # fmt: skip
def test_annotations_tell_what_a_name_stands_for(code: str) -> None:
    assert PAGES in uses(code)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(
            "from oldlib import Reader\nfor p in Reader(f).pages:\n    p.text()", id="the elements of a property"
        ),
        pytest.param("from oldlib import Reader\nReader(f).pages[0].text()", id="an index"),
        pytest.param("from oldlib import Reader\nfor p in Reader(f).pages[1:3]:\n    p.text()", id="a slice"),
        pytest.param(
            "from oldlib import Reader\nfor i, p in enumerate(Reader(f).pages):\n    p.text()", id="enumerate"
        ),
        pytest.param("from oldlib import Reader\nfor p, n in zip(Reader(f).pages, x):\n    p.text()", id="zip"),
        pytest.param(
            "from oldlib import Reader\nfor p in reversed(list(Reader(f).pages)):\n    p.text()", id="reversed"
        ),
        pytest.param("from oldlib import Reader\nnext(iter(Reader(f).pages)).text()", id="next"),
        pytest.param("from oldlib import Reader\nReader(f)[0].text()", id="an object that is indexed itself"),
        pytest.param("from oldlib import Reader\nfor p in Reader(f):\n    p.text()", id="an object that is iterated"),
        pytest.param("from oldlib import Reader\nReader(f).pages[0].rotated(90).text()", id="a method's result"),
        pytest.param("from oldlib import open_reader\nopen_reader(f).pages[0].text()", id="a function of the library"),
        pytest.param(
            "from oldlib import Reader\nReader(f).page_at(0).text()", id="the result of a member that is gone"
        ),
        pytest.param("from oldlib import Reader\na, *b = Reader(f).pages\nb[0].text()", id="the rest of an unpacking"),
        pytest.param("from oldlib import Reader\n*a, b = [1, *Reader(f).pages]\nb.text()", id="after a starred target"),
        pytest.param("from oldlib import Reader\na, *b, c = 1, 2, Reader(f)[0]\nc.text()", id="counted from the end"),
        pytest.param("from oldlib import Reader\nt = 1, Reader(f)[0]\nt[-1].text()", id="a negative index"),
        pytest.param("from oldlib import Reader\nt = 1, Reader(f)[0]\nt[1:][0].text()", id="a slice of a tuple"),
        pytest.param("from oldlib import Reader\nd = dict(a=Reader(f)[0])\nd['a'].text()", id="dict by keyword"),
        pytest.param(
            "from oldlib import Reader\nd = dict(zip('ab', Reader(f).pages))\nd['a'].text()", id="dict of pairs"
        ),
        pytest.param(
            "from oldlib import Reader\nd = {}\nd[1] = Reader(f)[0]\nfor k, v in d.items():\n    v.text()",
            id="filled by key",
        ),
        pytest.param(
            "from oldlib import Reader\nd = {1: Reader(f)[0]}\ne = {**d}\ne.copy().popitem()[1].text()",
            id="a dict in a dict",
        ),
        pytest.param(
            "from oldlib import Reader\na = list()\na += Reader(f).pages\na.pop().text()", id="an empty list filled"
        ),
        pytest.param(
            "from oldlib import Page\ndef g(d: dict[str, Page]):\n    for p in d.values():\n        p.text()",
            id="an annotated dict",
        ),
    ],
)
def test_objects_that_the_library_gives_out_are_followed(code: str) -> None:
    assert uses(code).count(TEXT) == 1


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import oldlib\ndef g(oldlib):\n    oldlib.Reader(f)", id="a parameter of the same name"),
        pytest.param("from oldlib import Reader\ndef g():\n    Reader = other\n    Reader(f)", id="a local of the same name"),
        pytest.param("def g():\n    import oldlib\noldlib.Reader(f)", id="an import in another function"),
        pytest.param("class A:\n    from oldlib import Reader\n    def g(self):\n        Reader(f)", id="a class's name in its method"),
        pytest.param("from oldlib import Reader\n[Reader for Reader in x]", id="the variable of a comprehension"),
        pytest.param("from .oldlib import Reader\nReader(f)", id="a module of the repository with the library's name"),
        pytest.param("import oldlibrary\noldlibrary.Reader(f)", id="another library whose name begins the same"),
    ],
)  # fmt: skip
def test_what_only_looks_like_the_library_is_left_alone(code: str) -> None:
    assert uses(code) == []


def test_a_constructor_used_without_a_name_is_two_rows() -> None:
    assert uses("from oldlib import Reader\nReader(f).close()") == [CALL, ("method_call", "oldlib.Reader.close")]


def test_names_that_stand_for_each_other_do_not_hang_the_resolver() -> None:
    code = "from oldlib import Reader\na = b\nb = c\nc = a or Reader(f)\na.pages\ndef g():\n    return g()\ng().pages"
    assert PAGES in uses(code)


@pytest.mark.parametrize(
    "tangle",
    [
        pytest.param("x = [x, r]", id="a list in itself"),
        pytest.param(
            "x = (x, x, r)\nx = [x]\nx = {1: x}\nx = (x, [x])", id="tuples, lists and mappings in one another"
        ),
        pytest.param("x = [r]\nx = x.items()\nx = zip(x, x)\nx = list(enumerate(x))", id="builtins over themselves"),
        pytest.param("x = r\n" + "\n".join("x = x, [x], {1: x}, list(x)" for _ in range(40)), id="one name many times"),
        pytest.param(
            "def f(a):\n    a.append(f([a, f(a)]))\n    return [a, f(r), f(f(a))]\nx = f(f(r))",
            id="a recursive function",
        ),
    ],
)
def test_what_is_tangled_in_itself_hides_nothing_beside_it(tangle: str) -> None:
    code = f"from oldlib import Reader\nr = Reader(f)\n{tangle}\nfor e in x:\n    e[0].pages\nr.pages"
    assert PAGES in uses(code)


def test_a_chain_of_names_is_followed_to_its_end() -> None:
    chain = "\n".join(f"n{number + 1} = n{number}" for number in range(500))
    assert PAGES in uses(f"from oldlib import Reader\nn0 = Reader(f)\n{chain}\nn500.pages")


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("from oldlib import Reader\napp.state.r = Reader(f)\ndef g():\n    app.state.r.pages", id="an attribute of something unknown"),
        pytest.param("from oldlib import Reader\nst.session_state['r'] = Reader(f)\nst.session_state.r.pages", id="put as an item, read as an attribute"),
        pytest.param("from oldlib import Reader\nst.session_state.r = Reader(f)\nst.session_state['r'].pages", id="put as an attribute, read as an item"),
        pytest.param("from oldlib import Reader\nclass A:\n    def f(self):\n        self.app.r = Reader(f)\n    def g(self):\n        self.app.r.pages", id="below self"),
        pytest.param("from oldlib import Reader\ndef g(r):\n    r.pages\npool.submit(g, Reader(f))", id="submitted to an executor"),
        pytest.param("from oldlib import Reader\nimport asyncio\nclass A:\n    def g(self, r):\n        r.pages\n    async def h(self):\n        await asyncio.to_thread(self.g, r=Reader(f))", id="a method in another thread"),
        pytest.param("from oldlib import Reader\ndef g(x, r):\n    r.pages\nThread(target=g, args=(1, Reader(f)))", id="the arguments of a thread"),
        pytest.param("from oldlib import Reader\ndef g(r):\n    r.pages\nlist(pool.map(g, [Reader(f)]))", id="mapped over a list"),
        pytest.param("from oldlib import Reader\nlist(map(lambda r: r.pages, [Reader(f)]))", id="a lambda over a list"),
        pytest.param("from oldlib import Reader\nsorted([Reader(f)], key=lambda r: r.pages)", id="a key"),
        pytest.param("from oldlib import Reader\ndef g(x):\n    if isinstance(x, (str, Reader)):\n        x.pages\nReader(f)", id="a test of its type"),
        pytest.param("from oldlib import Reader\n@dataclass\nclass A:\n    n: int\n    r: Any\na = A(1, Reader(f))\na.r.pages", id="a field by position"),
        pytest.param("from oldlib import Reader\nclass A(BaseModel):\n    r: Any\n    def g(self):\n        self.r.pages\nA(r=Reader(f))", id="a field by name"),
    ],
)  # fmt: skip
def test_the_reader_is_followed_through_what_is_not_this_file(code: str) -> None:
    assert PAGES in uses(code)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("from oldlib import Reader\napp.state.r = Reader(f)\nother.state.r.pages", id="another root"),
        pytest.param("from oldlib import Reader\napp.state.r = Reader(f)\napp.r.pages", id="a shorter way"),
        pytest.param("from oldlib import Reader\napp.r = Reader(f)\ndef g(app):\n    app.r.pages", id="a parameter of the same name"),
        pytest.param("from oldlib import Reader\npool.submit(g, Reader(f))\ndef g(x, r):\n    r.pages", id="another parameter"),
    ],
)  # fmt: skip
def test_and_not_through_what_only_looks_like_it(code: str) -> None:
    assert PAGES not in uses(code)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import asyncio\nfrom oldlib import open_reader\n(await asyncio.to_thread(open_reader, f)).pages", id="a function in another thread"),
        pytest.param("from oldlib import Reader\n(await loop.run_in_executor(None, Reader, f)).pages", id="a class in an executor"),
        pytest.param("from oldlib import Reader\nfor r in await asyncio.gather(Reader(f), Reader(g)):\n    r.pages", id="gathered"),
        pytest.param("from functools import partial\nfrom oldlib import Reader\nmake = partial(Reader, f)\nmake().pages", id="a partial"),
        pytest.param("from oldlib import Reader\nReader(f)\ndef g(i) -> Reader:\n    return cache[i]\ng(1).pages", id="what a function says that it returns"),
        pytest.param("from oldlib import Reader\nReader(f)\ndef g(i) -> 'Reader | None':\n    return cache[i]\ng(1).pages", id="the same in quotes"),
        pytest.param("from oldlib import Reader\nd = ExpiringDict()\nd[i] = Reader(f)\nd[i].pages", id="a container of an unknown kind"),
        pytest.param("from oldlib import Reader\nd = {}\nd.setdefault(1, Reader(f)).pages", id="set by default"),
        pytest.param("from oldlib import Reader\nd = {}\nd.get(1, Reader(f)).pages", id="the default of a get"),
        pytest.param("from oldlib import Reader\nclass A: ...\nas_ = [A()]\nfor a in as_:\n    a.r = Reader(f)\ndef g(x):\n    x.r.pages\ng(as_[0])", id="an attribute given from outside"),
        pytest.param("from oldlib import Reader\nclass A: ...\na = A()\nsetattr(a, 'r', Reader(f))\na.r.pages", id="setattr"),
        pytest.param("from oldlib import Reader\ndef g(x, *rs):\n    for r in rs:\n        r.pages\ng(1, Reader(f))", id="gathered arguments"),
        pytest.param("from oldlib import Reader\ndef g(**k):\n    k['r'].pages\ng(r=Reader(f))", id="gathered keywords"),
        pytest.param("from oldlib import Reader\ndef make():\n    return Reader(f)\ndef route(r=Depends(make)):\n    r.pages", id="a dependency"),
        pytest.param("from oldlib import Reader\n@pytest.fixture\ndef r():\n    return Reader(f)\ndef test(r):\n    r.pages", id="a fixture"),
        pytest.param("from oldlib import Reader\n@pytest.fixture\ndef r():\n    yield Reader(f)\ndef test(r):\n    r.pages", id="a fixture that yields"),
    ],
)  # fmt: skip
def test_the_reader_is_followed_through_what_libraries_do(code: str) -> None:
    assert PAGES in uses(code)


def test_a_function_is_not_what_it_gives() -> None:
    assert PAGES not in uses("from oldlib import open_reader\nopen_reader.pages")


HANDLERS = """
from oldlib import Reader, Writer
try:
    f()
except Reader as e:
    e.title
except (Writer, OSError) as e:
    e.add
"""


def test_a_handler_gives_its_name_what_it_catches_and_nothing_else() -> None:
    """Reference manual, 8.4.1: the name is bound in the handler and deleted at its end."""
    assert uses(HANDLERS)[-3:] == [
        ("attribute", "oldlib.Reader.title"),
        ("attribute", "oldlib.Writer"),
        ("attribute", "oldlib.Writer.add"),
    ]


def test_one_place_is_one_row_whatever_it_may_stand_for() -> None:
    code = "from oldlib import Reader, LegacyReader\nr = Reader(f) if x else LegacyReader(f)\nr.page_count\nr.title"
    rows = facts_of(code).rows
    assert [(row.line, row.symbol) for row in rows if row.line > 2] == [
        (3, "oldlib.LegacyReader.page_count"),
        (4, "oldlib.LegacyReader.title"),
    ]


MAKE = "from oldlib import Reader\nasync def make(n=0):\n    return Reader(f)\n"


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("pool.submit(make).result().pages", id="an executor's future"),
        pytest.param("pool.submit(Reader, f).result().pages", id="a class that an executor calls"),
        pytest.param("for done in as_completed([pool.submit(make) for n in x]):\n    done.result().pages", id="as_completed"),
        pytest.param("fs = {pool.submit(make): n for n in x}\nfor done in as_completed(fs):\n    done.result().pages", id="futures that are keys"),
        pytest.param("for r in pool.map(make, x):\n    r.pages", id="an executor's map"),
        pytest.param("for r in map(make, x):\n    r.pages", id="the builtin map"),
        pytest.param("pool.apply_async(make).get().pages", id="a pool's result"),
        pytest.param("asyncio.run(make()).pages", id="asyncio.run"),
        pytest.param("asyncio.run_coroutine_threadsafe(make(), loop).result().pages", id="a coroutine in another thread"),
        pytest.param("async def h():\n    t = asyncio.create_task(make())\n    await t\n    t.result().pages", id="a task's result"),
        pytest.param("async def h():\n    (await asyncio.create_task(make())).pages", id="an awaited task"),
        pytest.param("async def h():\n    for r in await asyncio.gather(*[make(n) for n in x]):\n        r.pages", id="gather of a list"),
        pytest.param("async def h():\n    a, b = await asyncio.gather(make(), other())\n    a.pages\n    b.pages", id="gather by position"),
        pytest.param("async def h():\n    t = asyncio.create_task(make())\n    (await asyncio.gather(t))[0].pages", id="gather of tasks"),
        pytest.param("async def h():\n    done, _ = await asyncio.wait([asyncio.create_task(make())])\n    for t in done:\n        t.result().pages", id="wait"),
        pytest.param("@dataclass\nclass A:\n    r: object = field(default_factory=lambda: Reader(f))\nA().r.pages", id="the default of a field"),
        pytest.param("@pytest.fixture(name='r')\ndef any_name():\n    return Reader(f)\ndef test(r):\n    r.pages", id="a fixture under another name"),
        pytest.param("for r in tqdm([Reader(f)]):\n    r.pages", id="a progress bar"),
        pytest.param("for r in itertools.chain([1], [Reader(f)]):\n    r.pages", id="chain"),
        pytest.param("max([Reader(f)], key=len).pages", id="max"),
        pytest.param("opened = functools.partial(Reader, f)\nopened().pages", id="partial"),
    ],
)  # fmt: skip
def test_what_is_run_later_or_handed_on_is_followed(code: str) -> None:
    assert uses(MAKE + code).count(PAGES) == 1


def test_a_partial_class_is_not_named_where_it_is_called() -> None:
    assert uses(f"{MAKE}opened = partial(Reader, f)\nopened()") == [CALL, ("attribute", "oldlib.Reader")]


def test_a_field_of_another_kind_is_what_its_function_gives() -> None:
    assert PAGES in uses(f"{MAKE}def field():\n    return Reader(f)\nfield().pages")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("from config import *\noldlib.Reader(f)", [("call", "oldlib.Reader", "reached_through_module")], id="a star import may bring it"),
        pytest.param("oldlib.LegacyReader(f)", [("call", "oldlib.LegacyReader", "flag_only_surface")], id="gone whoever brings it"),
        pytest.param("oldlib = other\noldlib.Reader(f)", [], id="a name that is bound to something else"),
    ],
)  # fmt: skip
def test_the_module_s_own_name_that_nothing_binds(code: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(kind, symbol, bail) for _, kind, symbol, bail in seen(code)] == expected
