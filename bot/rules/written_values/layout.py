"""How a call with named arguments is laid out: on one line where it fits, else an argument a line."""

from collections.abc import Sequence

from bot.models.struct import Frozen

_WIDTH = 100
_STEP = "    "


class Passed(Frozen):
    """One argument: `name` is empty for what is unpacked, whose text then begins with `**`.

    `above`: comments that stand on the lines before it; `beside`: the comment behind it.
    """

    name: str
    text: str
    above: tuple[str, ...] = ()
    beside: str = ""

    @property
    def written(self) -> str:
        """The argument as it stands in the call."""
        return f"{self.name}={self.text}" if self.name else self.text


def call(function: str, arguments: Sequence[Passed], indent: str) -> str:
    """The call's text; lines after its first begin with `indent` at least."""
    return _laid_out(f"{function}(", arguments, [one.written for one in arguments], ")", indent)


def copy(base: str, fields: Sequence[Passed], indent: str) -> str:
    """A copy of a model object with other values in some fields."""
    entries = [f'"{one.name}": {one.text}' if one.name else one.text for one in fields]
    return _laid_out(f"{base}.model_copy(update={{", fields, entries, "})", indent)


def listed(elements: Sequence[str], indent: str) -> str:
    """A list that stands as an argument, of which one line or an element a line is taken; see `call`."""
    line = f"[{', '.join(elements)}]"
    if len(indent) + len(line) <= _WIDTH:
        return line
    inner = indent + _STEP * 2
    return "\n".join(["[", *(f"{inner}{one}," for one in elements), f"{indent}{_STEP}]"])


def _laid_out(opening: str, parts: Sequence[Passed], shown: Sequence[str], closing: str, indent: str) -> str:
    plain = not any(one.above or one.beside or "\n" in one.text for one in parts)
    line = f"{opening}{', '.join(shown)}{closing}"
    if plain and len(indent) + len(line) <= _WIDTH:
        return line
    inner = indent + _STEP
    lines = [opening]
    for one, text in zip(parts, shown, strict=True):
        lines += [f"{inner}{comment}" for comment in one.above]
        lines.append(f"{inner}{text},{'  ' + one.beside if one.beside else ''}")
    return "\n".join([*lines, f"{indent}{closing}"])
