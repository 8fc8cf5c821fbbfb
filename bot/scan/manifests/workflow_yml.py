"""Workflows of GitHub Actions: what the pip lines of their `run` steps install; reported, never edited.

Source: GitHub, "Workflow syntax for GitHub Actions", `jobs.<job_id>.steps[*].run`. A block that YAML folds (`>`, or
text over several lines) is one line to the shell.
"""

import yaml

from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.pip_commands import installed
from bot.scan.manifests.reading import Reading
from bot.scan.manifests.shell_lines import shell_lines
from bot.scan.manifests.yaml_text import composed, entries


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The wanted distributions that a step installs."""
    found: list[Declaration] = []
    for node in entries(composed(text), "run"):
        if isinstance(node, yaml.ScalarNode):
            start, end = node.start_mark.index, node.end_mark.index
            block = text[start:end] if node.style == "|" else text[start:end].replace("\n", " ")
            if node.style in {'"', "'"}:
                start, block = start + 1, block[1:-1]
            for offset, line in shell_lines(block):
                found += installed(line, start + offset, wanted)
    return Reading(tuple(sorted(set(found), key=lambda one: one.start)))
