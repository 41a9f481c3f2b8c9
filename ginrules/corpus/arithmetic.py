"""The sums of `why`: `25 + 46 = 71` is worked out, and must end in a number that is expected."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

_CHAIN = re.compile(r"[\d(+\-−–][\d\s+\-−–*×·()]*=[\d\s+\-−–*×·()=]*\d\)?")
_SPELLINGS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*"})


def fault(why: str, expected: Collection[int]) -> str:
    """What is wrong with a reason, or an empty string: every equation holds, and the last one ends in a number expected.

    >>> fault("25 + 46 = 71", [71])
    ''
    >>> fault("25 + 46 = 70", [70])
    '25 + 46 is 71, not 70'
    >>> fault("25 + 46 = 71", [17])
    'it ends in 71; expected is 17'
    """
    chains = [match.group() for match in _CHAIN.finditer(why)]
    if not chains:
        return "it holds no equation, as in 25 + 46 = 71"
    for chain in chains:
        sides = [side.strip() for side in chain.split("=")]
        values = [_value(side) for side in sides]
        for side, value, after, after_value in zip(sides, values, sides[1:], values[1:], strict=False):
            if value is None or after_value is None:
                return f"{chain.strip()!r} cannot be worked out"
            if value != after_value:
                return f"{side} is {value}, not {after}"
    last = values[-1]
    if last not in expected:
        return f"it ends in {last}; expected is {' or '.join(map(str, sorted(expected)))}"
    return ""


def _value(text: str) -> int | None:
    """What a sum comes to, or nothing where it is none."""
    try:
        tree = ast.parse(text.translate(_SPELLINGS), mode="eval")
    except SyntaxError:
        return None
    return _evaluate(tree.body)


def _evaluate(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        inner = _evaluate(node.operand)
        return None if inner is None else -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        left, right = _evaluate(node.left), _evaluate(node.right)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.Add):
            return left + right
        if isinstance(node.op, ast.Sub):
            return left - right
        if isinstance(node.op, ast.Mult):
            return left * right
    return None
