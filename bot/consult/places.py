"""Places that a proposal names: addresses, files, accounts. It may name none that the replaced lines do not name.

Where a client sends what it is given, and which files are read and sent, is nothing that a migration decides anew. A
text that is put together from pieces could say anything without saying it, so that constants alone make no text.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from bot.consult.brought_in import bound_modules
from bot.consult.part import Part

_PLACE = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{0,30}://\S*"  # an address
    r"|(?:\A|(?<=[\s'\"=:,;(]))(?:~[\w.-]*[/\\]|\.\.[/\\]|/[\w.]|//|\\\\|[A-Za-z]:[\\/])\S*"  # a path out of the tree
    r"|(?<!\S)\S*[/\\]\.\.(?:[/\\]\S*|\Z)"
    r"|(?:\A|(?<=[\s/\\]))\.(?:aws|azure|bash\w*|config|docker|env|git|gnupg|kube|netrc|npmrc|profile|pypirc|ssh|zsh\w*)"
    r"\b\S*"  # a file that holds what is nobody else's business
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b\S*|\[[0-9A-Fa-f:]*::[0-9A-Fa-f:.]*\]\S*|\blocalhost\b\S*"
    r"|[\w.+-]{1,64}@[\w-]+\.\S+"  # an account
)
_HOST_OR_FILE = re.compile(r"([\w-]+)(?:[./][\w./-]*)?\.[A-Za-z]{2,12}(?::\d+)?(?:[/?#]\S*)?")
"""As a whole text, unless it begins like a module of the file, or like a text of the replaced lines."""

_DIRECTING = frozenset(
    {
        "allow_pickle", "api_base", "api_endpoint", "api_key", "async_client_args", "azure_ad_token",
        "azure_ad_token_provider", "azure_endpoint", "base_url",
        "client_args", "client_options", "cookies", "credentials", "debug_config", "default_headers", "default_query",
        "extra_headers", "extra_query", "headers", "http_client", "httpx_async_client", "httpx_client", "mounts",
        "organization", "proxies", "proxy", "replays_directory", "token", "transport", "trust_env", "verify",
        "vertexai", "websocket_base_url", "aiohttp_client", "azure_deployment", "cert", "location", "project",
    }
)  # fmt: skip
"""What a client takes that says where requests go, on whose account, and with what beside them."""
_PLAIN = frozenset(word.replace("_", "") for word in _DIRECTING)
_FILES = frozenset({"file", "file_path", "filename", "filepath", "path"})

_TEXT_FUNCTIONS = frozenset({"bytes", "repr", "str"})
_COMPUTED = (ast.BinOp, ast.Call, ast.JoinedStr, ast.Subscript)


def new_places(before: Part, after: Part) -> Iterator[str]:
    """What the proposal names of this, as it is spelled."""
    yield from _texts(before, after)
    yield from _put_together(before, after)
    yield from _directed(before, after)
    yield from _formatted_by_a_text_that_is_not_there(before, after)


def _texts(before: Part, after: Part) -> Iterator[str]:
    texts = list(_constants(before.inside()))
    said = "\n".join(texts)
    known = {text.partition(".")[0] for text in texts} | set(_modules(after.tree))
    for text in Counter(_constants(ast.walk(after.tree))) - Counter(_constants(ast.walk(before.tree))):
        yield from (found[0] for found in _PLACE.finditer(text) if found[0] not in said)
        whole = _HOST_OR_FILE.fullmatch(text)
        if whole is not None and whole[1] not in known and text not in said:
            yield text


def _modules(tree: ast.Module) -> Iterator[str]:
    """The names that imports bind, and those at the beginning of what they bind them to."""
    for name, found in bound_modules(tree).items():
        yield name
        yield from (dotted.partition(".")[0] for dotted in found)


def _constants(nodes: Iterator[ast.AST] | list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Constant(value=bytes(data)):
                yield data.decode("latin-1")


def _put_together(before: Part, after: Part) -> Iterator[str]:
    """Texts that are computed from constants alone."""
    standing = {ast.dump(node) for node in before.inside() if isinstance(node, _COMPUTED)}
    for node in after.inside():
        if isinstance(node, _COMPUTED) and _is_made_of_constants(node) and ast.dump(node) not in standing:
            yield ast.unparse(node)


def _is_made_of_constants(node: ast.expr) -> bool:
    leaves = [one for one in ast.walk(node) if isinstance(one, ast.Constant | ast.Name)]
    texts = [one for one in leaves if isinstance(one, ast.Constant) and isinstance(one.value, str | bytes)]
    names = {one.id for one in leaves if isinstance(one, ast.Name)}
    if not texts or not names <= {*_TEXT_FUNCTIONS, "reversed", "sorted", "map", "list", "tuple", "range", "int"}:
        return False
    match node:
        case ast.BinOp(left=ast.expr(), op=ast.Add() | ast.Mod() | ast.Mult()):
            return True
        case ast.JoinedStr(values=values):
            return len(values) > 1
        case ast.Call(func=ast.Attribute()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _TEXT_FUNCTIONS
        case ast.Subscript(value=ast.Constant() | ast.BinOp() | ast.Call()):
            return True
    return False


def _directed(before: Part, after: Part) -> Iterator[str]:
    inside = before.inside()
    standing = {ast.unparse(value) for word, value in (*_given(inside), *_assigned(inside)) if _directs(word)}
    standing |= {
        ast.unparse(one) for one in inside if isinstance(one, ast.Name | ast.Attribute) and _directs(_last(one))
    }
    said = {repr(one.value) for one in inside if isinstance(one, ast.Constant)} | {"None"}
    made = _stored(after) - _stored(before)
    for word, value in _given(after.inside()):
        stands = ast.unparse(value) in {*standing, "None"} if _directs(word) else _says_nothing_new(value, said, made)
        if not stands:
            yield f"{word}={ast.unparse(value)}"
    old = set(_spelled_apart(before.inside()))
    yield from (word for word in _spelled_apart(after.inside()) if word not in old)


def _stored(part: Part) -> set[str]:
    return {node.id for node in part.inside() if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _given(nodes: list[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Every keyword and key that directs, with its value."""
    for node in nodes:
        match node:
            case ast.keyword(arg=str(word), value=value) if word in _FILES or _directs(word):
                yield word, value
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and _directs(key.value):
                        yield str(key.value), value


def _assigned(nodes: list[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    for node in nodes:
        if isinstance(node, ast.Assign):
            yield from ((_last(target), node.value) for target in node.targets)


def _last(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _directs(word: object) -> bool:
    """However it is spelled: the new library's settings are known as `base_url` and as `baseUrl`."""
    return isinstance(word, str) and word.replace("_", "").lower() in _PLAIN


def _says_nothing_new(value: ast.expr, said: set[str], made: set[str]) -> bool:
    """Whether its constants stand in the replaced lines, and no variable in it is the proposal's own."""
    constants = (repr(node.value) for node in ast.walk(value) if isinstance(node, ast.Constant))
    names = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
    return not names & made and all(one in said for one in constants)


def _spelled_apart(nodes: list[ast.AST]) -> Iterator[str]:
    """Such a word as a text or as an attribute, where what it is given cannot be seen."""
    keys = {id(key) for node in nodes if isinstance(node, ast.Dict) for key in node.keys}
    for node in nodes:
        match node:
            case ast.Constant(value=str(word)) if _directs(word) and id(node) not in keys:
                yield word
            case ast.Attribute(attr=word, ctx=ast.Store()) if _directs(word):
                yield word


def _formatted_by_a_text_that_is_not_there(before: Part, after: Part) -> Iterator[str]:
    """`format` of anything but a constant text: such a text can name any attribute."""
    standing = {ast.dump(node) for node in before.inside() if isinstance(node, ast.Attribute)}
    for node in after.inside():
        match node:
            case ast.Attribute(value=ast.Constant(value=str())):
                continue
            case ast.Attribute(attr="format" | "format_map") if ast.dump(node) not in standing:
                yield ast.unparse(node)
