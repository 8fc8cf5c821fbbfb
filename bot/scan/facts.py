"""What the analyser says of one file: the scan's rows, the rules' judgements, and what other files need to know.

These records cross a process boundary as JSON, coming from a process that parsed hostile text: every field is checked
again on arrival.
"""

import re
from typing import Annotated, Literal

from bot.models.bounds import Bounds, Checked
from bot.models.light_record import LightRecord
from bot.vocabulary import Bail, BindingKind, ConfidenceReason, FindingKind, ScanStatus

LONGEST_SYMBOL = 400
"""A longer name is cut: it is not of a real library."""


def _dotted(text: str) -> str:
    """Python's names hold more than its regular expressions call a word: the marks of many scripts."""
    if not all(one.isalnum() or one in "_.-" or f"_{one}".isidentifier() for one in text):
        raise ValueError("not a dotted name")
    return text


Symbol = Annotated[str, Bounds(min_length=1, max_length=LONGEST_SYMBOL), Checked(_dotted)]
ModulePath = Annotated[str, Bounds(min_length=1, max_length=400)]
Count = Annotated[int, Bounds(ge=0, le=1 << 31)]


class Replacement(LightRecord):
    """Text of the file to be replaced: code points `start` to `end` hold `old`, and shall hold `new`."""

    start: Count
    end: Count
    old: Annotated[str, Bounds(max_length=4_000)]
    new: Annotated[str, Bounds(max_length=4_000)]


class Fitted(LightRecord):
    """The edits near a line that became too long (`instead_of`), and those that break it as well (`by`)."""

    instead_of: tuple[Replacement, ...]
    by: tuple[Replacement, ...]


class Rewritten(LightRecord):
    """The answer to replacements: `bail` is None where the new bytes came along. `fitted` tells which of the edits
    they were made with instead.
    """

    bail: Bail | None
    fitted: tuple[Fitted, ...] = ()


class Row(LightRecord):
    """A use as the scan sees it. `scope` and `text_hash` go into the row's stable id; `searched` marks a row that was
    found by a member's bare name, and so counts only in a file that uses the library; `origins` are the modules out of
    which what stands before the dot then certainly comes (`bot.scan.strangers`): if none of them is of the repository,
    it is another library's. In a notebook `line` and
    `column` are counted in the cell, and `cell` and `file_line` are set (as in `Finding`).
    """

    line: Annotated[int, Bounds(ge=1, le=1 << 31)]
    column: Count
    kind: FindingKind
    confidence_reason: ConfidenceReason
    symbol: Symbol | None
    scan_status: ScanStatus
    bail: Bail | None
    scope: Annotated[str, Bounds(max_length=2_000)]
    text_hash: Annotated[str, Bounds(pattern=r"^[0-9a-f]{16}$")]
    searched: bool = False
    origins: tuple[ModulePath, ...] = ()
    cell: Annotated[int, Bounds(ge=1, le=1 << 31)] | None = None
    file_line: Annotated[int, Bounds(ge=1, le=1 << 31)] | None = None


class Takes(LightRecord):
    """A function of a module (a method with a dot before), and the keywords that a call of it elsewhere may pass.
    `called` tells that its own file calls it.
    """

    name: Annotated[str, Bounds(min_length=1, max_length=400)]
    keywords: tuple[Annotated[str, Bounds(max_length=400)], ...]
    called: bool


class CallShape(LightRecord):
    """A call of a function of a name, by the keywords that it passes; `hidden` where `**` passes others as well."""

    name: Annotated[str, Bounds(min_length=1, max_length=400)]
    keywords: tuple[Annotated[str, Bounds(max_length=400)], ...]
    hidden: bool


class NameUses(LightRecord):
    """How a file uses functions of some names: each call of them, and the names that it uses in another way too."""

    calls: tuple[CallShape, ...] = ()
    otherwise: tuple[Annotated[str, Bounds(min_length=1, max_length=400)], ...] = ()


class ImportStep(LightRecord):
    """One import statement, or one module of it: `names` are taken from `module`, of which `level` counts the leading
    dots; `surely` tells that the file's own block runs it.
    """

    module: Annotated[str, Bounds(max_length=400)]
    level: Annotated[int, Bounds(ge=0, le=99)]
    names: tuple[Annotated[str, Bounds(max_length=400)], ...]
    surely: bool


class ImportSteps(LightRecord):
    """The import statements of a file in their order. `is_program` tells that it asks whether it is run itself."""

    steps: tuple[ImportStep, ...] = ()
    is_program: bool = False
    readable: bool = True


class ReachedNames(LightRecord):
    """Which of the names that were asked for a file may reach."""

    names: tuple[Annotated[str, Bounds(min_length=1, max_length=400)], ...] = ()


class HandedOn(LightRecord):
    """An answer that goes to other files: what calls of the function `name` of its file give (a method with a dot
    before), or an argument, by `position` or `keyword`, of a function whose dotted `name` is given with its module.

    `holds` is what goes there, in the words of `bot.rules.answers.shapes`; `as_dict` makes a dict of it where the other
    files read it like one; `called` tells that its own file calls the function as well.
    """

    name: ModulePath
    position: Annotated[int, Bounds(ge=0, le=99)] | None
    keyword: Annotated[str, Bounds(max_length=400)] | None
    holds: Annotated[str, Bounds(max_length=4_000)]
    as_dict: Replacement | None
    called: bool

    @property
    def is_passed(self) -> bool:
        """Whether it is an argument."""
        return self.position is not None or self.keyword is not None


class AnswerReads(LightRecord):
    """How another file reads what is handed on to it: all of it as it stands (`alike`), or all of it like a dict
    (`as_dict`). `within_file` as in `Judgement`.
    """

    alike: bool = False
    as_dict: bool = False
    within_file: tuple[Annotated[str, Bounds(max_length=400)], ...] = ()


class Mocked(LightRecord):
    """What a test replaces afterwards. With `names_alone` nothing but names may change in the files that use it, since
    the test says how the object behaves that it puts there. Without `all_said` it gives a mock that answers whatever it
    is asked, or an object of the test's own: of that nothing but attributes may be read.
    """

    target: ModulePath
    names_alone: bool
    all_said: bool


class Judgement(LightRecord):
    """What the rules say of one row: `change` (of the pack) speaks for it; `bail` withholds it, else the replacements
    migrate it (none where the row follows from another one). `note` is a sentence of the pack: what to write instead,
    or where the new library differs at the edges. `within_file` are names (methods with a dot before) of which every
    use was seen: the replacements hold only while no other file uses one of them, no other file that uses the library
    holds a text of `not_elsewhere`, calls in other files pass what their functions in `takes` may get, and other files
    read what is `handed` on to them as the new library has it. `calls` is the dotted name through which the place uses
    the library afterwards, where nothing else changes, and `reads_attributes` tells that nothing but attributes of its
    answer are read; `mocks` what a test's target becomes. `offers` is the module's expression for the client that the
    place makes when the module is imported, `models` the names of that of a model, and of its configuration where it
    has one, or how another module reads one (`Models.fast`, `get_model()`). `relied_on` tells that the place does
    something for the whole process: files that stay with the old library may count on it. `asks` are dotted names of
    other modules whose values the rule has to see.
    """

    change: str | None
    bail: Bail | None
    replacements: tuple[Replacement, ...] = ()
    note: str | None = None
    within_file: tuple[Annotated[str, Bounds(max_length=400)], ...] = ()
    not_elsewhere: tuple[Annotated[str, Bounds(min_length=1, max_length=400)], ...] = ()
    calls: ModulePath | None = None
    reads_attributes: bool = False
    mocks: Mocked | None = None
    relied_on: bool = False
    offers: ModulePath | None = None
    models: tuple[ModulePath, ...] = ()
    takes: tuple[Takes, ...] = ()
    handed: tuple[HandedOn, ...] = ()
    asks: tuple[ModulePath, ...] = ()


class Held(LightRecord):
    """What a module of the repository holds under a name, as far as that is written out: `text` is a list or dict of
    constants, which nothing in the module changes; None where it is anything else. `bound` tells that the module has
    the name at all.
    """

    module: ModulePath
    name: Annotated[str, Bounds(min_length=1, max_length=400)]
    text: Annotated[str, Bounds(max_length=8_000)] | None
    bound: bool


class HeldValues(LightRecord):
    """What one module holds under the names that others ask for."""

    values: tuple[Held, ...] = ()


class Travelling(LightRecord):
    """Something of the library that goes from one file to another: the module or name `target` of the library, an
    object of the class `target`, or a container of such; or the client of the new library that the file will make when
    it is imported, and call `target`, or one that a file may have if somebody says so (a home); or the name of a model
    for it, kept under `target`.
    """

    form: Literal["module", "name", "object", "listed", "client", "home", "model"]
    target: Symbol


class Export(Travelling):
    """What another file can reach through this one. `path` is how, from a module-level name on: `reader`,
    `Client().reader`, `make_reader()`, `make_both()[1]`.
    """

    path: ModulePath

    @property
    def first_name(self) -> str:
        """The module-level name that it begins with."""
        return re.split(r"[.(\[]", self.path, maxsplit=1)[0]


class Passed(Travelling):
    """What a call passes to a function or class of another file.

    `callee` is its dotted name: in the file that calls with the module (`app.pdf.count`), in the file that is called
    without (`count`). `position` counts positional arguments; by name when it is null.
    """

    callee: ModulePath
    position: Annotated[int, Bounds(ge=0, le=99)] | None
    keyword: Annotated[str, Bounds(max_length=400)] | None


class Binding(LightRecord):
    """What holds an object of the library: `ctor_line` is where it gets the object, `use_lines` are the lines where it
    is read, in order. `symbol` is the object's class; `name` is the variable, or `Class.attribute`.
    """

    kind: BindingKind
    name: ModulePath
    symbol: Symbol
    ctor_line: Count
    use_lines: tuple[Count, ...]


class NamedModel(LightRecord):
    """A model of a service that a call names by a literal, and the offsets between which the name stands."""

    name: Annotated[str, Bounds(max_length=400)]
    line: Annotated[int, Bounds(ge=1, le=1 << 31)]
    start: Count
    end: Count


class FileFacts(LightRecord):
    """One Python file, one pack. `rows` and `judgements` run in parallel; `failed` is set when there is no more.

    `exports_cut` tells that more may be reached through the file than was looked for; `passes` are arguments of calls
    of other files' functions; `bindings` are what holds the library's objects, in the order of their lines.

    `hands_out` tells that an object of the library may leave the file; `takes_from` are repository modules through
    which something of the library reached it; `imports` are the modules that the file imports or names in strings, as
    `import_lines` gives them; `fixtures` are what pytest passes to tests by name, `methods` are those of the file's own
    classes that are called like a member that is searched (`Tool.getPage`). `module_uses` are dotted names ending in
    the library's module name, through which this file reaches another file's import (`helpers.pdf.PyPDF2`). `mocked`
    are the library's names that the file replaces, as tests do. `models` are those that the pack lists as switched off.
    """

    rows: tuple[Row, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    exports: tuple[Export, ...] = ()
    exports_cut: bool = False
    passes: tuple[Passed, ...] = ()
    bindings: tuple[Binding, ...] = ()
    hands_out: bool = False
    takes_from: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    fixtures: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    module_uses: tuple[str, ...] = ()
    mocked: tuple[Symbol, ...] = ()
    models: tuple[NamedModel, ...] = ()
    lone_carriage_return: int | None = None
    cells_not_read: tuple[Count, ...] = ()
    failed: Bail | None = None
