"""Notebooks as Jupyter writes them: nbformat 4.5 and 3.0, one space of indentation, a string a line of source.

The shapes are those of the published schemas (https://github.com/jupyter/nbformat, `v4/nbformat.v4.5.schema.json` and
`v3/nbformat.v3.schema.json`) and of nbformat's description (https://nbformat.readthedocs.io/en/latest/format_description.html).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

KERNEL: Mapping[str, Any] = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "version": "3.11.7"},
}
IMAGE = {
    "data": {"image/png": "iVBORw0KGgo" * 20, "text/plain": ["<Figure size 640x480 with 1 Axes>"]},
    "metadata": {},
    "output_type": "display_data",
}


def code(source: str, **metadata: Any) -> dict[str, Any]:
    """A code cell."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "c0ffee",
        "metadata": metadata,
        "outputs": [],
        "source": source.splitlines(keepends=True),
    }


def text(source: str) -> dict[str, Any]:
    """A markdown cell."""
    return {"cell_type": "markdown", "id": "0ddba11", "metadata": {}, "source": source.splitlines(keepends=True)}


def notebook(*cells: dict[str, Any] | str, metadata: Mapping[str, Any] = KERNEL) -> bytes:
    """The bytes of a notebook of format 4; a string stands for a code cell."""
    every = [code(cell) if isinstance(cell, str) else cell for cell in cells]
    return written({"cells": every, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def notebook_of_format_3(*worksheets: Sequence[str]) -> bytes:
    """The bytes of a notebook of format 3, a list of code cells a worksheet."""
    sheets = [{"cells": [_old_code(source) for source in cells], "metadata": {}} for cells in worksheets]
    return written({"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": sheets})


def _old_code(source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "collapsed": False,
        "input": source.splitlines(keepends=True),
        "language": "python",
        "metadata": {},
        "outputs": [],
        "prompt_number": 1,
    }


def written(document: object) -> bytes:
    """JSON as nbformat writes it: keys sorted, one space, no escapes but those that JSON needs."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
