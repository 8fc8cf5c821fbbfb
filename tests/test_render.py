"""The door to Jinja2: pages escape, texts do not, and a missing value is an error."""

from collections.abc import Iterator

import jinja2
import pytest

from bot import render


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Two small templates in place of the project's own."""
    home = tmp_path_factory.mktemp("templates")
    (home / "page.html.j2").write_text("<p>{{ value }}</p>\n")
    (home / "text.md.j2").write_text("* {{ value }}\n{% if value %}\n* yes\n{% endif %}\n")
    monkeypatch.setattr(render, "_HOMES", (home,))
    render._environment.cache_clear()
    yield
    render._environment.cache_clear()


def test_a_page_escapes_its_values(folder: None) -> None:
    assert render.render_page("page.html.j2", value="<b> & {{ 1 }}") == "<p>&lt;b&gt; &amp; {{ 1 }}</p>\n"


def test_a_text_does_not(folder: None) -> None:
    assert render.render_text("text.md.j2", value="<b>") == "* <b>\n* yes\n"


@pytest.mark.parametrize(
    ("renderer", "name"), [(render.render_page, "text.md.j2"), (render.render_text, "page.html.j2")]
)
def test_neither_does_the_others_work(folder: None, renderer: object, name: str) -> None:
    assert callable(renderer)
    with pytest.raises(ValueError, match="use render_"):
        renderer(name, value="x")


def test_a_value_that_is_missing_is_an_error(folder: None) -> None:
    with pytest.raises(jinja2.UndefinedError):
        render.render_page("page.html.j2")


def test_a_template_outside_the_folder_is_not_found(folder: None) -> None:
    with pytest.raises(jinja2.TemplateNotFound):
        render.render_text("../pyproject.toml")


def test_the_projects_own_templates_are_found() -> None:
    assert "<style>" in render.render_page(
        "page/start.html.j2", style="", session=None, public_url="https://obelize.example", version="1.0"
    )
