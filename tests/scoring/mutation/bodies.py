"""What of a module a mutant changes: the body of one function, or something that runs at import."""

import dis
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from tests.scoring.mutation.code import CodeMutant


@cache
def is_of_one_function(mutant: CodeMutant) -> bool:
    """Tell whether a mutant changes the body of one function, and nothing that runs at import."""
    names = [name for name, _code in changed(mutant) if name not in _decorating(mutant.path)]
    return len(names) == 1 and _outline(mutant.code()) == _outline(_compiled(mutant.path))


@cache
def _decorating(path: Path) -> set[str]:
    """Find the functions that make decorators: they have run when a module is imported."""
    instructions = list(dis.get_instructions(_compiled(path)))
    called = {each.argval for each in instructions if each.opname == "LOAD_NAME"}
    return {name for name, code in _functions(_compiled(path)) if name in called and code.co_cellvars}


@cache
def changed(mutant: CodeMutant) -> list[tuple[str, CodeType]]:
    before, after = dict(_functions(_compiled(mutant.path))), dict(_functions(mutant.code()))
    return [(name, code) for name, code in after.items() if code != before.get(name)]


@cache
def _compiled(path: Path) -> CodeType:
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def _outline(code: CodeType) -> list[Any]:
    """List what a module and its classes do when they are imported, without the bodies of functions."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    classes = [_outline(each) for each in inner if not each.co_flags & inspect.CO_OPTIMIZED]
    plain = [const for const in code.co_consts if not isinstance(const, CodeType)]
    return [code.co_code, code.co_names, plain, classes]


def _functions(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    """Yield the functions of a module and of its classes by their names."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and "<" not in inner.co_name:
            if inner.co_flags & inspect.CO_OPTIMIZED:
                yield inner.co_qualname, inner
            else:
                yield from _functions(inner)
