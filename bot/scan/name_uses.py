"""How a file uses functions that it knows by name alone: each call with its keywords, and every other use."""

import ast

from bot.scan.examine import parse
from bot.scan.facts import CallShape, NameUses
from bot.scan.source_text import Undecodable, read_source
from bot.vocabulary import Bail


def name_uses(data: bytes, names: frozenset[str]) -> NameUses:
    """What a file does with anything of these names; where it cannot be read, all of them are used in another way.

    Names are compared by their last part. An import is no use, one under another name is.
    """
    source = read_source(data)
    tree = parse(source) if not isinstance(source, Undecodable) else source.bail
    if isinstance(tree, Bail):
        return NameUses(otherwise=tuple(sorted(names)))
    calls: list[CallShape] = []
    called: set[ast.AST] = set()
    otherwise: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in names:
                called.add(node.func)
                keywords = tuple(keyword.arg for keyword in node.keywords if keyword.arg is not None)
                hidden = len(keywords) < len(node.keywords)
                calls.append(CallShape(name=name, keywords=keywords, hidden=hidden))
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) if name in names and node not in called:
                otherwise.add(name)
            case ast.alias(name=name, asname=str()) if name in names:
                otherwise.add(name)
            case ast.Constant(value=str(text)) if text.rpartition(".")[2] in names:
                otherwise.add(text.rpartition(".")[2])
    return NameUses(calls=tuple(calls), otherwise=tuple(sorted(otherwise)))
