"""Every source that a table of rules, a kept case or the code names leads to a place in the sources."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import FOLDER, read_table, ruleset_ids

SOURCES = FOLDER / "sources"
LINES = re.compile(r"\b(\d{3}):(\d+)(?:-(\d+))?")
SPECIAL = re.compile(r"special hand (\d+)")
PROJECT, HERE = FOLDER.parents[1], Path(__file__).parent
# Golden ones were given to us as they are and name no lines.
KEPT = [path for path in sorted((HERE / "cases").glob("*.jsonl")) if not path.name.startswith("golden_")]
UNTRUE = {"test_sources.py", "test_keeping.py"}  # these cite lines that nobody tells
TESTS = (path for path in HERE.glob("test_*.py") if path.name not in UNTRUE)
CODE = [
    path for path in sorted((*FOLDER.parent.glob("*.py"), *TESTS)) if LINES.search(path.read_text("utf-8"))
]


def cited(part: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every source in a table, with the row that names it."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "source":
                yield f"{where} ({part.get('code', '')})", value
            elif key == "sources":
                yield from ((f"{where}.sources.{name}", told) for name, told in value.items())
            else:
                yield from cited(value, f"{where}.{key}")
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from cited(value, f"{where}[{place}]")


ROWS = {ruleset: list(cited(read_table(ruleset), ruleset)) for ruleset in ruleset_ids()}


@cache
def text(name: str) -> str:
    return (SOURCES / name).read_text(encoding="utf-8")


@cache
def lines_told(name: str) -> frozenset[int]:
    """The lines of a text that its file says something of."""
    if not (SOURCES / f"{name}.md").is_file():
        return frozenset()
    spans = re.findall(r"^\| (\d+)(?:-(\d+))? \| \S", text(f"{name}.md"), re.MULTILINE)
    return frozenset(n for first, last in spans for n in range(int(first), int(last or first) + 1))


@cache
def sections(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"^## (.+)$", text(name), re.MULTILINE))


@cache
def decisions() -> frozenset[int]:
    return frozenset(map(int, re.findall(r"^(\d+)\. \S", text("decisions.md"), re.MULTILINE)))


def lost(source: str) -> list[str]:
    """The parts of a source that lead nowhere."""
    return [part for part in map(str.strip, source.split(";")) if not leads_somewhere(part)]


def leads_somewhere(part: str) -> bool:
    if part.startswith("decision"):
        numbers = set(map(int, re.findall(r"\d+", part)))
        return bool(numbers) and numbers <= decisions()
    if lines := LINES.findall(part):
        spans = (f"{text}:{first}-{last}" if last else f"{text}:{first}" for text, first, last in lines)
        whole = ", ".join(spans)
        return whole == part and all(are_told(*each) for each in lines)
    name, _space, section = part.partition(" ")
    if special := SPECIAL.fullmatch(section):
        return re.search(rf"^\| {special[1]} \| `", text(name), re.MULTILINE) is not None
    return (SOURCES / name).is_file() and section in sections(name)


def are_told(name: str, first: str, last: str) -> bool:
    return set(range(int(first), int(last or first) + 1)) <= lines_told(name)


@pytest.mark.parametrize("ruleset", ROWS)
def test_it_finds_the_place_of_every_source(ruleset: str) -> None:
    assert [where for where, source in ROWS[ruleset] if not source] == []
    assert [(where, parts) for where, source in ROWS[ruleset] if (parts := lost(source))] == []


ELSEWHERE = ["000:1", "000:111-112, 000:999", "009:1", "bmja.md", "bmja.md Tea", "bmja.md special hand 20"]
NOTHING = ["decision 99", "decisions", "tea.md Points", "000:111 or so", ""]


@pytest.mark.parametrize("cases", KEPT, ids=[cases.name for cases in KEPT])
def test_it_finds_the_place_of_every_source_of_a_kept_case(cases: Path) -> None:
    told = [json.loads(line)["source"] for line in cases.read_text(encoding="utf-8").splitlines()]
    assert [source for source in told if lost(source)] == []


@pytest.mark.parametrize("code", CODE, ids=[str(code.relative_to(PROJECT)) for code in CODE])
def test_it_finds_the_place_of_every_line_that_code_cites(code: Path) -> None:
    assert [each for each in LINES.findall(code.read_text(encoding="utf-8")) if not are_told(*each)] == []


@pytest.mark.parametrize("source", [*ELSEWHERE, *NOTHING])
def test_it_finds_no_place_for_what_is_written_nowhere(source: str) -> None:
    assert lost(source) == [source]


def test_it_has_a_file_for_each_text_and_nothing_that_nobody_cites() -> None:
    names = {
        name
        for rows in ROWS.values()
        for _, source in rows
        for name in re.findall(r"\b(\d{3}):|(\S+\.md) ", source)
    }
    files = {f"{number}.md" if number else name for number, name in names}
    assert {one.name for one in SOURCES.iterdir()} == files | {"decisions.md"}
