"""Whether a place says what something is, and is nothing itself."""

import ast

from bot.scan.binder import Anatomy


def is_annotation(anatomy: Anatomy, node: ast.AST) -> bool:
    """Whether an expression is the annotation of a parameter, a variable or a result, or a part of one."""
    parent = anatomy.parents.get(node)
    while isinstance(parent, ast.Subscript | ast.Tuple | ast.List | ast.BinOp):
        if isinstance(parent, ast.Subscript) and parent.value is node:
            return False
        node, parent = parent, anatomy.parents.get(parent)
    match parent:
        case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation):
            return annotation is node
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
            return returns is node
        case _:
            return False
