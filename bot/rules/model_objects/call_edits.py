"""The edits that turn a call of the old library into one of a client, argument by argument."""

import ast
from collections.abc import Sequence

from bot.models.struct import Mutable, anew
from bot.rules.answers.flow import Problem
from bot.rules.engine.call_text import CallText, edit, next_token
from bot.rules.model_objects.comments import kept_comments
from bot.rules.model_objects.streams_by_name import Choice
from bot.rules.model_objects.writing import Moved
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.vocabulary import Bail


class CallEdits(Mutable):
    """Gathers what changes in one call; `finished` gives the edits, or the problem that was met first."""

    view: FileView
    call: ast.Call
    edits: list[Replacement] = anew(list)
    problems: list[Problem] = anew(list)

    @property
    def text(self) -> CallText:
        """The call's text."""
        return CallText.of(self.view, self.call)

    def function(self, new: str) -> None:
        """What is called."""
        start, end = self.view.start(self.call.func), self.view.end(self.call.func)
        if "#" in self.view.source.text[start:end]:
            self.problem(self.call, "a comment stands inside of what is called")
        self.edits.append(edit(self.view, start, end, new))

    def chosen(self, choice: Choice | Problem | None, otherwise: str) -> None:
        """What is called: by a name that a line before the call binds, or else as it is."""
        if isinstance(choice, Problem):
            self.problems.append(choice)
        elif choice is not None:
            self.edits.append(choice.line)
        self.function(choice.called if isinstance(choice, Choice) else otherwise)

    def first(self, arguments: Sequence[str]) -> None:
        """Arguments by name in front of all others."""
        given = ", ".join(arguments)
        if not (self.call.args or self.call.keywords):
            opened = self.text.opened + 1
            self.edits.append(edit(self.view, opened, opened, given))
        elif arguments:
            start = next_token(self.view.source.text, self.text.opened + 1)
            between = self.view.source.text[self.text.opened + 1 : start]
            line_end = "\r\n" if "\r\n" in between else "\n"
            indent = between.rpartition("\n")[2]
            separator = f",{line_end}{indent}" if "\n" in between and not indent.strip() else ", "
            self._put_in(start, f"{separator.join(arguments)}{separator}")

    def argument(self, old: str, new: str, positional: Sequence[ast.expr]) -> ast.expr | None:
        """The argument that is passed first, or by the name `old`: it is passed as `new`; None where there is none."""
        argument = self.passed(old, new, positional)
        if argument is not None and argument in positional:
            self.named(argument, new)
        return argument

    def passed(self, old: str, new: str, positional: Sequence[ast.expr]) -> ast.expr | None:
        """The same argument; one that is passed by its position goes on being."""
        match positional:
            case [ast.Starred(), *_] | [_, _, *_]:
                self.problem(self.call, "an argument is passed by position")
                return None
            case [argument]:
                return argument
        for keyword in self.call.keywords:
            if keyword.arg == old:
                self.renamed(keyword, new)
                return keyword.value
        return None

    def named(self, argument: ast.expr, name: str) -> None:
        """An argument that was passed by position is passed by name."""
        self._put_in(self.text.begin(argument), f"{name}=")

    def renamed(self, keyword: ast.keyword, name: str) -> None:
        """An argument is called otherwise."""
        start = self.view.start(keyword)
        assert keyword.arg is not None
        if keyword.arg != name:
            self.edits.append(edit(self.view, start, start + len(keyword.arg), name))

    def behind(self, argument: ast.expr, text: str) -> None:
        """Text directly behind an argument."""
        self._put_in(self.view.end(argument), text)

    def replaced(self, keyword: ast.keyword, new: str) -> None:
        """Another argument stands in the place of one."""
        start, end = self.view.start(keyword), self.text.end(keyword.value)
        comments = kept_comments(self.view, self.call, start, end)
        if comments is None:
            self.problem(keyword, "a comment stands inside of an argument that is written anew")
        self.edits += [edit(self.view, start, end, new), *(comments or [])]

    def without(self, keyword: ast.keyword) -> None:
        """An argument is gone, with one comma."""
        gone = self.text.without_keyword(keyword)
        if "#" in gone.old:
            self.problem(keyword, "a comment stands beside an argument that goes")
        self.edits.append(gone)

    def added(self, name: str, value: str) -> None:
        """An argument behind the others, those that were put in front included."""
        if self.call.args or self.call.keywords:
            self.edits.append(self.text.added_keyword(name, value))
        else:
            self._put_in(self.text.opened + 1, f", {name}={value}")

    def problem(self, node: ast.AST, detail: str, bail: Bail = Bail.USE_NOT_REWRITABLE) -> None:
        """The call cannot be rewritten."""
        self.problems.append(Problem(bail, node, detail))

    def _put_in(self, at: int, text: str) -> None:
        """Put text in; what is put in at one place comes one behind the other."""
        for index, one in enumerate(self.edits):
            if one.start == one.end == at:
                self.edits[index] = edit(self.view, at, at, one.new + text)
                return
        self.edits.append(edit(self.view, at, at, text))

    def finished(self, moved: Moved) -> Moved | Problem:
        """All edits beside what was gathered, or the first problem."""
        if self.problems:
            return self.problems[0]
        moved.edits += self.edits
        return moved
