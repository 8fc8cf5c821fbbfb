"""`obelize pack new`: a pack that can be used and tested at once, for two libraries that differ in name alone."""

import re
from pathlib import Path

from bot.cli.errors import CommandError
from bot.cli.terminal import output
from bot.packs.schema import pack_id
from bot.vocabulary import ExitCode

_DISTRIBUTION = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def new_pack_command(
    named: str, old: str, new: str, into: Path, old_module: str | None, new_module: str | None
) -> ExitCode:
    """Write the folder, and say what is to be done in it; an existing folder is left alone."""
    try:
        folder = into / pack_id(named)
    except ValueError as error:
        raise CommandError(f"{named!a} cannot be used: {error}.") from error
    for distribution in (old, new):
        _check(distribution, _DISTRIBUTION, "a distribution's name, as pip installs it")
    modules = old_module or old.replace("-", "_"), new_module or new.replace("-", "_")
    for module in modules:
        _check(module, _MODULE, "a top-level module's name, given with --old-module or --new-module")
    if folder.exists():
        raise CommandError(f"{folder} is there already. Choose another id, or another folder with --into.")
    for path, text in _files(named, (old, new), modules).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    output().print(
        f"{folder} holds a pack for two libraries that differ in name alone. Next:\n"
        f"  1. pack.yaml: under `surface`, list what is the same, gone and changed; measure it on both libraries.\n"
        f"  2. SOURCES.md: say where each statement comes from.\n"
        f"  3. fixtures/: add examples, those that must change and those that must not.\n"
        f"  4. obelize pack test {folder}\n"
        f"  5. obelize fix --pack {folder} in a repository that uses the library."
    )
    return ExitCode.DONE


def _check(text: str, pattern: re.Pattern[str], expected: str) -> None:
    if not pattern.fullmatch(text) or ".." in text:
        raise CommandError(f"{text!a} cannot be used: expected {expected}.")


def _files(named: str, distributions: tuple[str, str], modules: tuple[str, str]) -> dict[str, str]:
    (old, new), (was, now) = distributions, modules
    use = "{}.example()\n"
    return {
        "pack.yaml": _PACK.format(id=named, old=old, new=new, was=was, now=now),
        "SOURCES.md": _SOURCES,
        "fixtures/import/case.yaml": "sentence: The import, the uses of its name and the dependency line move.\n",
        "fixtures/import/before/app.py": f"import {was}\n\n{use.format(was)}",
        "fixtures/import/before/requirements.txt": f"{old}\n",
        "fixtures/import/after/app.py": f"import {now}\n\n{use.format(now)}",
        "fixtures/import/after/requirements.txt": f"{new}>=1,<2\n",
        "fixtures/gone-name/case.yaml": (
            "sentence: A name that is gone keeps its file, and the dependency line waits for it.\n"
            "withheld:\n"
            f"  - {{path: app.py, line: 3, symbol: {was}.old_name, bail: flag_only_surface}}\n"
            f"  - {{path: app.py, line: 1, symbol: {was}, bail: file_not_fully_migrated}}\n"
            f"  - {{path: requirements.txt, line: 1, symbol: {old}, bail: repo_not_fully_migrated}}\n"
        ),
        "fixtures/gone-name/before/app.py": f"import {was}\n\n{was}.old_name()\n",
        "fixtures/gone-name/before/requirements.txt": f"{old}\n",
        "fixtures/only-mentioned/case.yaml": "sentence: A text that names the library is no use of it.\n",
        "fixtures/only-mentioned/before/app.py": f'print("{was} was used here")\n',
    }


_PACK = """\
# How {old} becomes {new}. Data alone: SOURCES.md says where each statement comes from.
schema: 1
id: {id}
version: 0.1.0
title: From {old} to {new}

old:
  distribution: {old}
  modules: [{was}]
  # The release that `surface` was read from.
  measured: "1.0"

new:
  distribution: {new}
  modules: [{now}]
  # What a dependency line gets.
  specifier: ">=1,<2"
  # The old library's extras to the new one's.
  extras: {{}}
  # The lowest Python on which every release of the specifier installs.
  python: "3.10"
  # The releases that `surface` was compared with: the lowest and the newest.
  measured: ["1.0"]

# Of these a file has to hold one to be parsed at all.
tokens: [{was}]

changes:
  - id: rename-import
    kind: rename_import
    sentence: What was imported from {was} is imported from {now}.
    source: https://example.org/changelog
    parameters:
      modules: {{{was}: {now}}}
  - id: dependency
    kind: manifest_dependency
    sentence: The distribution is called {new}.
    source: https://example.org/changelog
  - id: left-to-a-person
    kind: flag_only
    sentence: What is gone or changed is named with what to write instead.
    source: https://example.org/changelog

limitations:
  - State what the pack does not do.

citations:
  - title: "{new}: changelog"
    url: https://example.org/changelog

# What Obelize knows of the old library. A name in none of these is unknown and withholds its file.
surface:
  modules:
    {was}:
      same: [example]
      gone:
        old_name: Say what to write instead.
"""

_SOURCES = """\
# Where this pack's statements come from

A statement rests on a page of the library's own, or on a measurement that a test repeats.

| change | what it says | source |
|---|---|---|
| `rename-import` | the module has another name | |
| `dependency` | the distribution has another name | |
| `left-to-a-person` | what became of each name | |
"""
