"""Source code as text that only changes with what it does: comments, docstrings and layout don't count."""

from __future__ import annotations

import ast


def plain(text: str) -> str:
    """The syntax tree of a module without its docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined]
                each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.dump(tree)
