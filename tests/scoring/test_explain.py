"""`python -m scoring explain`: a hand typed as text, drawn and counted for a person."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from scoring import Hand, load_rules, nearest, score
from scoring.commands import main
from scoring.drawing import sheet
from tests.scoring.strategies import losers, winners

ROOT = Path(__file__).parents[2]
RULES = load_rules("bmja-tournament")


@pytest.fixture
def explain(capsys: pytest.CaptureFixture[str]) -> Any:
    """Explain a hand and give what was printed."""

    def run(*arguments: str) -> str:
        assert main(["explain", *arguments]) == 0
        return capsys.readouterr().out

    return run


def test_it_draws_each_group_and_marks_the_winning_tile(explain: Any) -> None:
    told = explain("[B111] C234 (DRRRR) WEE* D555", "--won", "discard", "--seat", "s")

    assert told.splitlines()[:6] == [
        "South, East round, mah-jong on East wind, claimed from a discard.",
        "",
        ".--.--.--.    .--.--.--.--.   .--.--.--.      .--.--.--.      .--.--.",
        "|B1|B1|B1|    |DR|DR|DR|DR|   |C2|C3|C4|      |D5|D5|D5|      |WE|WE|",
        "'--'--'--'    '--'--'--'--'   '--'--'--'      '--'--'--'      '--'^^'",
        "exposed pung  concealed kong  concealed chow  concealed pung  pair",
    ]


def test_it_shows_every_figure_with_its_source_and_the_working(explain: Any) -> None:
    told = explain("[B111] C234 (DRRRR) WEE* D555", "--won", "discard", "--seat", "S")
    titles = [line for line in told.splitlines() if line and line[0] not in " .|'"][2:]

    assert "  Concealed kong of red dragon: 32 points." in told
    assert "[000:118; README.md Base points]" in told
    assert titles == ["Points:", "Doubles:", "Worth 128 = 64 × 2"]


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (("[WSSS] (DRRRR) (DGGGG) C333 WWW*",), "Worth 1,000 (96 × 2 × 2 × 2 × 2 = 1,536, cut at the limit)"),
        (("b1", "B1*", "[B2 B2 B2] [C333] [D444] [WSSS]"), "mah-jong on 1 bamboo, drawn from the wall"),
        (
            ("B1 B9 C1 C9 D1 D9 WESWN DRGW #fishing",),
            "9 bamboo       would make 1,000, Thirteen Unique Wonders",
        ),
        (("B1 B9 C1 C9 D1 D9 WESWN DRGW #fishing",), "Other ways to read it:\n  0: the ordinary count"),
        (("[B222] [C333] B66678 C88 B6*", "--won", "discard"), "Other ways to read it"),
        (("[B222] [C333] [D444] B67 C88",), "Waiting for:\n  5 bamboo       would make 28"),
        (("[B222] [C333] [D444] B679* C88",), "  with 8 bamboo instead of 6 bamboo: 28"),
        (("[B222] [C333] [D444] B67* C88",), "  with 8 bamboo as well: 30"),
        (("[B222] [C333] [D444] B678* C88 WE",), "  without East wind: 28"),
        (
            ("B1 B9 C1 C9 D1 D9 WESWN DRGW B5*",),
            "  with 1 bamboo instead of 5 bamboo: 1,000, Thirteen Unique W",
        ),
        (("[B222] [C333] [D444] B678 C88",), "The winning tile is not given."),
        (("~[B222] C333 D444 B67 C88",), "dead"),
        (("[B222] [C333] [D444] B67 C89 #fishing",), "Note:\n  Fishing was declared, but"),
        (("[B222] [C333] [D444] B67 C88 +F1",), "flowers and seasons"),
        (("B1 B9 C1 C9 D1 D9 WESWN DRGW B1*", "--rules", "danish"), "Worth 2,000"),
        (("=12",), "Counted at the table: 12."),
        (("=1200",), "A hand is worth from 0 to 1,000, not 1,200."),
        (("",), "it needs 13"),
        (("B67", "--players", "3"), "These rules are for 4 players"),
        (
            ("[B222] [C333] [D444] B678* C88 #win_source:discard #own_wind:N",),
            "North, East round, mah-jong on 8",
        ),
    ],
)
def test_it_says(arguments: tuple[str, ...], printed: str, explain: Any) -> None:
    assert printed in explain(*arguments)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("B0",), "“B0” is no tile, set or flag"),
        (("B1", "--rules", "chess"), "There is no rule set called chess."),
        (("B1", "-o", "colour=red"), "The rules have no option called colour."),
        (("B1111 B2222 B3333 B4444 " * 5,), "a list of at most 64 expected"),
    ],
)
def test_it_says_what_it_cannot_read(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *arguments]) == 1
    assert told in capsys.readouterr().err


def test_it_goes_on_below_when_a_row_is_full(explain: Any) -> None:
    few = explain("[B222] [C333] ~[D444] (WEEEE) D99").splitlines()
    many = explain("[B222] [B333] [B444] [B555] [C222] [C333] [C444] [C555] [D222]").splitlines()

    assert [sum(line.startswith(".--") for line in drawn) for drawn in (few, many)] == [1, 2]


@settings(deadline=None, max_examples=60)
@given(losers() | winners())
def test_it_draws_any_hand_within_the_width_of_a_page(told: Hand) -> None:
    scored = score(told, RULES)
    drawn = sheet(told, scored, missing=nearest(told, RULES) if told.is_winner else ()).splitlines()

    assert all(len(line) <= 96 for line in drawn if line[:1] in (".", "|", "'"))
    assert sum(line.count("^^") for line in drawn) == (1 if told.is_winner else 0)


@pytest.mark.parametrize(
    "command", [(), ("explain",), ("score",), ("waits",), ("settle",), ("play",), ("rules",)]
)
def test_it_helps(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])

    assert ended.value.code == 0
    assert "usage: python -m scoring" in capsys.readouterr().out


def test_it_lets_the_system_drop_what_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise BrokenPipeError

    ends: list[tuple[int, int]] = []
    program = importlib.import_module("scoring.__main__")
    del sys.modules["scoring.__main__"]  # as if it had never been imported: others run it as a program
    monkeypatch.setattr(program, "main", broken)
    monkeypatch.setattr(sys, "stdout", open(os.devnull, "w"))  # noqa: SIM115 - it is what takes the rest
    monkeypatch.setattr(os, "dup2", lambda source, end: ends.append((source, end)))

    assert program.run() == 0
    assert [end for _source, end in ends] == [sys.stdout.fileno()]


@pytest.mark.parametrize("reads", [0, 1])
def test_it_ends_quietly_when_nobody_reads_on(reads: int) -> None:
    reader, writer = os.pipe()
    program = subprocess.Popen(
        [sys.executable, "-m", "scoring", "rules", "bmja-tournament"],
        stdout=writer,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    os.close(writer)
    if not reads:
        os.close(reader)
    else:
        os.read(reader, 1)
        os.close(reader)

    assert (program.communicate()[1], program.returncode) == (b"", 0)
