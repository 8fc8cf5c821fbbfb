"""A YAML document as nodes that know where they stand. Aliases are not unfolded: each node is met once."""

from collections.abc import Iterator

import yaml

from bot.scan.manifests.reading import UnreadableManifest


def composed(text: str) -> yaml.Node | None:
    """The root of the first document, None of an empty one; raises `UnreadableManifest` where it is no YAML."""
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UnreadableManifest(type(error).__name__) from error


def entries(node: yaml.Node | None, *keys: str) -> Iterator[yaml.Node]:
    """The values that stand under one of the keys, anywhere below the node."""
    waiting = [node] if node is not None else []
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, yaml.MappingNode):
            for key, value in reversed(one.value):
                if isinstance(key, yaml.ScalarNode) and key.value in keys:
                    yield value
                waiting.append(value)
        elif isinstance(one, yaml.SequenceNode):
            waiting += reversed(one.value)


def member(node: yaml.Node | None, key: str) -> yaml.Node | None:
    """The value of a mapping's key, None where there is none."""
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                found: yaml.Node = value
                return found
    return None


def items(node: yaml.Node | None) -> list[yaml.Node]:
    """The entries of a sequence, none of anything else."""
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []
