"""What an import finds is decided by the folder that it is looked for in."""

import pytest

from bot.scan.vendored import is_vendored


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["openai.py"], True),
        (["openai/__init__.py"], True),
        (["src/openai/__init__.py", "src/app/__init__.py"], True),
        (["scripts/openai.py", "scripts/run.py"], True),
        (["app/__init__.py", "app/openai.py"], False),
        (["app/__init__.py", "app/openai/__init__.py"], False),
        (["app/__init__.py", "app/openai.py", "vendor/openai.py"], True),
        (["myopenai.py", "openai.pyi", "openai/chat.py", "openai_client.py"], False),
        ([], False),
    ],
)
def test_a_module_counts_where_its_own_name_finds_it(paths: list[str], expected: bool) -> None:
    assert is_vendored(paths, ["openai"]) is expected


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["google/generativeai/__init__.py"], True),
        (["lib/google/generativeai.py"], True),
        (["lib/__init__.py", "lib/google/generativeai.py"], False),
        (["google/__init__.py", "generativeai.py"], False),
    ],
)
def test_a_module_with_dots_is_a_folder_below_another(paths: list[str], expected: bool) -> None:
    assert is_vendored(paths, ["google.generativeai"]) is expected
