"""Mutants of the tables: every number one more and one less, every truth turned, every line or row gone."""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
WORDS = {
    "who": ("all", "winner", "winner_or_fishing"),
    "of": ("minor", "major", "own_wind", "round_wind", "dragon"),
    "pays": ("nobody", "misled", "everyone", "winner"),
}
"""What may stand in the place of a word, by its key; the choices of an option may stand for its default."""
TOLD_ONLY = ("source", "about", "name")
"""What a line says to the reader; no number, and nothing is reckoned by it."""


@dataclass(frozen=True)
class TableMutant:
    """One change of a table: the whole text with the change in it."""

    path: Path
    text: str
    line: int
    name: str


def table_mutants(path: Path) -> list[TableMutant]:
    """Make every mutant of a table that is still TOML."""
    lines, found = path.read_text(encoding="utf-8").splitlines(), list[TableMutant]()
    header = sources = ""
    for number, line in enumerate(lines):
        if line.startswith("["):
            header, sources = line, _source(lines, number)
            span = _block(lines, number)
            if line.startswith("[["):
                found.append(
                    _mutant(path, lines, number, span, [], f"{header} {sources}", "the whole row", "nothing")
                )
        if " = " not in line or line.startswith(("#", *TOLD_ONLY)) or header == "[sources]":
            continue
        for new in _lines_instead(line, _choices(lines, number)):
            found.append(
                _mutant(path, lines, number, 1, new, f"{header} {sources}", line, " ".join(new) or "nothing")
            )
    return [mutant for mutant in found if _is_toml(mutant.text)]


def _block(lines: list[str], start: int) -> int:
    """Count the lines of a row, from its header to the next empty line."""
    rest = lines[start:]
    return rest.index("") if "" in rest else len(rest)


def _source(lines: list[str], start: int) -> str:
    block = "\n".join(lines[start : start + _block(lines, start)])
    found = re.search(r'^source = "(.*)"', block, re.MULTILINE)
    return found[1] if found else ""


def _choices(lines: list[str], line: int) -> list[str]:
    """List what could stand as the default of an option: the choices that stand before it in its block."""
    before = lines[line - 1]
    told = before.startswith("choices = ") and lines[line].startswith("default = ")
    return list(tomllib.loads(before)["choices"]) if told else []


def _lines_instead(line: str, choices: list[str]) -> Iterator[list[str]]:
    """Give the lines that could stand instead of one of a key and its value."""
    key, value = line.split(" = ", 1)
    for word in (*WORDS.get(key, ()), *choices):
        if value != f'"{word}"':
            yield [f'{key} = "{word}"']
    for number in NUMBER.finditer(value):
        for more in (1, -1):
            if int(number[0]) + more >= 0:
                yield [f"{key} = {value[: number.start()]}{int(number[0]) + more}{value[number.end() :]}"]
    if value in ("true", "false"):
        yield [f"{key} = {'false' if value == 'true' else 'true'}"]
    if value.startswith("["):
        yield from ([f"{key} = {shorter}"] for shorter in _shorter(value))
    yield []


def _shorter(value: str) -> Iterator[str]:
    """Print a list of texts or lists without each of its items."""
    items = tomllib.loads(f"items = {value}")["items"]
    for place in range(len(items)):
        yield json.dumps(items[:place] + items[place + 1 :])


def _mutant(
    path: Path, lines: list[str], number: int, span: int, new: list[str], where: str, old: str, told: str
) -> TableMutant:
    text = "\n".join([*lines[:number], *new, *lines[number + span :]])
    return TableMutant(path, text, number + 1, f"{path.stem} {where.strip()}: {old} -> {told}")


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True
