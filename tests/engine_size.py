"""Print the size of the engine, in lines without comments, docstrings and blank lines; it is kept small on purpose."""

import ast
import sys
import tokenize
from pathlib import Path

# Hands of two players took 1,440 lines. Jokers in a meld search of their own, several in a hand and whole score sheets (about
# 600: entries, netting, columns, settlement, seating) make it larger; nothing of it is there twice.
# The record of its replaceable pieces, with which broken engines are made, took about 70.
LIMIT = 2860
ENGINE = Path(__file__).parent.parent / "ginrules" / "engine"
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(path: Path) -> int:
    """The number of lines of a module that hold code."""
    documented = {
        line
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    with path.open("rb") as file:
        used = {
            line
            for token in tokenize.tokenize(file.readline)
            if token.type not in NO_CODE and token.type != tokenize.ENCODING
            for line in range(token.start[0], token.end[0] + 1)
        }
    return len(used - documented)


if __name__ == "__main__":
    total = sum(code_lines(path) for path in sorted(ENGINE.glob("*.py")))
    print(f"ginrules/engine: {total} lines of code, {LIMIT} allowed")
    sys.exit(total > LIMIT)
