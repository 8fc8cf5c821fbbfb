"""The only door to Jinja2: templates of ours and values of anybody become what people see.

Templates are files of this project and nothing else; a text that came from outside is a value, never a template.
Markdown templates put such values through the filters `code`, `block` (code of several
lines), `cell` (code in a table) and `prose`. `word` makes a word of ours a link to its sentence.
Prompts are not made here (`bot/consult/prompt.py`), so that their hash does not depend on a template.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.safe_text import code_block, code_span, prose, table_code_span
from bot.word_pages import word_link

if TYPE_CHECKING:
    from jinja2 import Environment

HTML_SUFFIX = ".html.j2"

_PACKAGE = Path(__file__).parent
# The wheel carries them inside the package; in the repository they stand at its root.
_HOMES = (_PACKAGE / "_templates", _PACKAGE.parent / "templates")


def render_page(name: str, **values: Any) -> str:
    """HTML from `templates/<name>`, which ends in `.html.j2`; values are escaped but where the template says `|safe`.

    Raises jinja2.UndefinedError for a value that the template needs and did not get, ValueError for another suffix.
    """
    if not name.endswith(HTML_SUFFIX):
        raise ValueError(f"{name} is not a template of a page; use render_text")
    return _environment().get_template(name).render(values)


def render_text(name: str, **values: Any) -> str:
    """Markdown or plain text from `templates/<name>`; nothing is escaped, that is up to the template and its caller.

    Raises jinja2.UndefinedError for a value that the template needs and did not get, ValueError for a page's template.
    """
    if name.endswith(HTML_SUFFIX):
        raise ValueError(f"{name} is a template of a page; use render_page")
    return _environment().get_template(name).render(values)


@cache
def _environment() -> "Environment":
    # Only here, since a scan at the terminal renders nothing.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=FileSystemLoader([str(home) for home in _HOMES]),
        autoescape=select_autoescape(enabled_extensions=(HTML_SUFFIX,), default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(code=code_span, block=code_block, cell=table_code_span, prose=prose, word=word_link)
    return environment
