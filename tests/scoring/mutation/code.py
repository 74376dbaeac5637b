"""Mutants of Python code: one operator, constant, condition, result, argument or decorator changed."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

Change = tuple[ast.AST, str, int | None, ast.AST | None]
"""A node, its field, the place in it if that is a list, and what stands there instead (None: nothing)."""

COMPARED: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot], ast.IsNot: [ast.Is], ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE], ast.GtE: [ast.Gt, ast.Lt],
}  # fmt: skip
COUNTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
LEFT_OUT = {"annotation", "returns", "ctx", "type_comment"}
SPEED_ONLY = {"lru_cache", "dataclass", "property", "classmethod"}


@dataclass(frozen=True)
class CodeMutant:
    """One change of a module; `name` says where and what, and stays the same while the code does."""

    path: Path
    tree: ast.Module
    change: Change
    line: int
    name: str

    def code(self) -> CodeType:
        """Compile the module with the change in it; the tree is left as it was."""
        node, field, place, new = self.change
        before = getattr(node, field)
        instead = [] if new is None else [new]
        setattr(node, field, new if place is None else [*before[:place], *instead, *before[place + 1 :]])
        try:
            return compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")
        finally:
            setattr(node, field, before)


def code_mutants(path: Path) -> list[CodeMutant]:
    """Make every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found, seen = [], dict[str, int]()
    for where, line, change in _changes(tree, ""):
        name = f"{path.stem}.{where}: {_told(change)}"
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name += f" ({seen[name]})"
        found.append(CodeMutant(path, tree, change, line, name))
    return found


def unchanged(path: Path) -> CodeMutant:
    """Make a mutant of a module that is none, to see whether tests can tell that it was loaded again."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return CodeMutant(path, tree, (tree, "body", 0, tree.body[0]), 1, f"{path.stem}: unchanged")


def _told(change: Change) -> str:
    node, field, place, new = change
    old = getattr(node, field) if place is None else getattr(node, field)[place]
    if isinstance(old, ast.cmpop | ast.operator | ast.boolop):
        changed = copy.copy(node)
        setattr(changed, field, new if place is None else [new])
        old, new = node, changed
    return f"{_printed(old)} -> {_printed(new)}"


def _printed(node: Any) -> str:
    return " ".join(ast.unparse(node).split()) if node is not None else "nothing"


def _changes(node: ast.AST, where: str) -> Iterator[tuple[str, int, Change]]:
    """Walk the tree and yield every change with the name of the function around it."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        where = f"{where}.{node.name}".strip(".")
    for change in _of_node(node):
        yield where, getattr(node, "lineno", 0), change
    for field, value in ast.iter_fields(node):
        if field in LEFT_OUT or (isinstance(node, ast.ClassDef) and field == "decorator_list"):
            continue
        children = value if isinstance(value, list) else [value]
        for place, child in enumerate(children):
            if not isinstance(child, ast.AST) or _is_left_out(child):
                continue
            at = place if isinstance(value, list) else None
            for new in _instead(child, node, field):
                yield where, getattr(child, "lineno", 0), (node, field, at, new)
            yield from _changes(child, where)


def _is_left_out(node: ast.AST) -> bool:
    """Leave out docstrings, what only makes things faster, and the guard of a zip whose parts are as long."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    called = node.func if isinstance(node, ast.Call) else node
    return isinstance(called, ast.Name) and called.id in SPEED_ONLY


def _of_node(node: ast.AST) -> Iterator[Change]:
    """Change the operator of a node, or take an operand, argument or decorator away."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from ((node, "ops", 0, new()) for new in COMPARED[type(node.ops[0])])
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in COUNTED:
        yield node, "op", None, COUNTED[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        yield node, "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.Call):
        keywords = enumerate(node.keywords)
        yield from ((node, "keywords", place, None) for place, each in keywords if not _is_left_out(each))
    elif isinstance(node, ast.FunctionDef):
        decorators = enumerate(node.decorator_list)
        yield from (
            (node, "decorator_list", place, None) for place, each in decorators if not _is_left_out(each)
        )
    elif isinstance(node, ast.comprehension):
        yield from ((node, "ifs", place, None) for place in range(len(node.ifs)))


def _instead(node: ast.AST, parent: ast.AST, field: str) -> Iterator[ast.AST]:
    """Yield what else could stand in place of a node."""
    if isinstance(node, ast.Constant):
        yield from map(ast.Constant, _other_constants(node.value))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield node.operand
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield ast.Name(NAMES[node.id], ast.Load())
    elif isinstance(node, ast.BoolOp):
        yield from (_without(node, place) for place in range(len(node.values)))
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
        # An unreachable `yield` keeps a generator a generator.
        gone = ast.parse("if False: yield") if not isinstance(node.value, ast.Call) else ast.parse("pass")
        yield gone.body[0]
    if isinstance(parent, ast.If) and field == "test":
        yield from (ast.Constant(True), ast.Constant(False))
    if isinstance(parent, ast.Return) and not (isinstance(node, ast.Constant) and node.value is None):
        yield ast.Constant(None)


def _other_constants(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [f"{value}#"] if isinstance(value, str) else []


def _without(node: ast.BoolOp, place: int) -> ast.AST:
    left = node.values[:place] + node.values[place + 1 :]
    return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
