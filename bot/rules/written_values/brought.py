"""What the keywords of a model, or of one of its calls, bring to the configuration of a request."""

import ast
from collections.abc import Sequence

from bot.models.struct import Mutable, anew
from bot.rules.answers.flow import Problem
from bot.rules.answers.names import Names
from bot.rules.written_values.contents import Contents
from bot.rules.written_values.definitions import scope_at
from bot.rules.written_values.fields import Fields, Spread, Whole
from bot.rules.written_values.layout import Passed
from bot.rules.written_values.moved_text import MovedText
from bot.rules.written_values.options import limit
from bot.rules.written_values.safety import SafetySettings, Settings
from bot.rules.written_values.tables import Argument, Tables
from bot.rules.written_values.tools import ToolTexts
from bot.rules.written_values.written import Written
from bot.scan.rows import FileView


class Brought(Mutable):
    """`fields` by their new names; a dict that is unpacked (`spread`) or an object (`whole`) with more of them; and the
    safety settings.
    """

    fields: dict[str, Passed] = anew(dict)
    spread: Spread | None = None
    whole: Whole | None = None
    safety: Settings | None = None
    written: list[Written] = anew(list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is brought."""
        return not self.fields and self.spread is None and self.whole is None and self.safety is None


class Reader:
    """Asked for one file."""

    def __init__(self, view: FileView, names: Names, tables: Tables, types_name: str) -> None:
        self._view = view
        self._tables = tables
        self._types = types_name
        self._text = MovedText(view, names)
        self._contents = Contents(view, names, tables, types_name)
        self._tools = ToolTexts(view, names, tables.tools, self._text, types_name)
        self._fields = Fields(view, names, tables, self._text)
        self.safety = SafetySettings(view, names, tables.safety, self._text, types_name)

    def read(self, keywords: Sequence[ast.keyword]) -> Brought | Problem:
        """What the keywords bring."""
        brought = Brought()
        for keyword in keywords:
            kind = self._tables.arguments.get(keyword.arg or "")
            nothing = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
            problem = self._argument(kind, keyword, brought) if kind is not None and not nothing else None
            if problem is not None:
                return problem
        return brought

    def _argument(self, kind: Argument, keyword: ast.keyword, brought: Brought) -> Problem | None:
        match kind:
            case Argument.FIELDS:
                return self._configuration(keyword.value, brought)
            case Argument.SAFETY:
                settings = self.safety.read(keyword.value, scope_at(self._view.anatomy, keyword.value))
                if isinstance(settings, Problem):
                    return settings
                brought.safety = settings
                brought.written += settings.written
                return None
            case Argument.CONTENT:
                return self._single(keyword.arg, self._contents.contents(keyword.value), brought)
            case Argument.OPTIONS:
                options = self._tables.options
                written = limit(self._view, keyword.value, options, self._types)
                return self._single(options.argument, written, brought) if written is not None else None
            case Argument.TOOLS:
                return self._single(keyword.arg, self._tools.tools(keyword.value), brought)
            case Argument.TOOL_CONFIG:
                return self._single(keyword.arg, self._tools.config(keyword.value), brought)

    def _configuration(self, node: ast.expr, brought: Brought) -> Problem | None:
        found = self._fields.read(node, scope_at(self._view.anatomy, node))
        if isinstance(found, Problem):
            return found
        brought.fields |= found.fields
        brought.spread, brought.whole = found.spread, found.whole
        brought.written += found.written
        return None

    def _single(self, name: str | None, found: Written | Problem, brought: Brought) -> Problem | None:
        if isinstance(found, Problem):
            return found
        assert name is not None
        brought.written.append(found)
        brought.fields[name] = Passed(name, found.text)
        return None
