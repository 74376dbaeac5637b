"""The command line: JSON lines in, one result a line out, whatever the lines hold."""

import json
import os
import runpy
import select
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import commands, load_rules
from scoring.commands import main
from tests.scoring.declaring import rows

GOLDEN = rows("golden_hands")
WINNER = {
    "concealed": ["B6", "B7", "B8", "C8", "C8"],
    "melds": [{"tiles": [tile] * 3} for tile in ("B2", "C3", "D4")],
    "winning_tile": "B7",
    "win_source": "discard",
    "own_wind": "S",
    "round_wind": "W",
    "is_winner": True,
}


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command on lines and read its answers."""

    def run(arguments: str, *lines: Any) -> list[dict[str, Any]]:
        raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        stdin = type("Stdin", (), {"buffer": BytesIO(b"\n".join(raw))})
        monkeypatch.setattr(sys, "stdin", stdin)
        assert main(arguments.split()) == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def test_it_answers_every_line_in_order(ask: Any) -> None:
    answers = ask("score", *({"id": row["id"], **row["input"]} for row in GOLDEN[:20]))

    assert [answer["id"] for answer in answers] == [row["id"] for row in GOLDEN[:20]]
    assert [answer["value"] for answer in answers] == [row["expected"]["value"] for row in GOLDEN[:20]]


def test_it_prints_exactly_the_fields_of_the_design(ask: Any) -> None:
    (answer,) = ask("score", {"id": "x", **WINNER})
    fields = [
        *("id", "valid", "errors", "value", "points", "doubles", "special"),
        *("limited", "lines", "reading", "waits"),
    ]

    assert list(answer)[: len(fields)] == fields
    assert set(answer["lines"][0]) == {
        "code",
        "kind",
        "amount",
        "tiles",
        "source",
        "text",
        "sentence",
        "facts",
    }


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[]",
        b"{",
        b'{"id": 1, "id": 2}',
        b'{"concealed": NaN}',
        b"\xff\xfe",
        b'{"own_wind": 1}',
        b'{"is_winner": 1}',
        b'{"concealed": "B1"}',
        b'{"concealed": [1]}',
        b'{"melds": [1]}',
        b'{"melds": [{"tiles": ["B1"], "open": true}]}',
        b'{"melds": {}}',
        b'{"previous": "purity"}',
        b'{"previous": [1]}',
        b'{"colour": "red"}',
        b'{"players": "4"}',
        b'{"players": true}',
        b'{"ruleset": 5}',
        b'{"points": "12"}',
        b"[" * 100_000,
        b'{"concealed": [' + b'"B1",' * 64 + b'"B1"]}',
    ],
)
def test_it_goes_on_after_a_malformed_line(line: bytes, ask: Any) -> None:
    broken, sound = ask("score", line, {"id": "next", **WINNER})

    assert broken["valid"] is False
    assert {error["code"] for error in broken["errors"]} == {"malformed"}
    assert (sound["id"], sound["value"]) == ("next", 28)


def test_it_skips_empty_lines_and_keeps_any_id(ask: Any) -> None:
    first, second = ask("score", b"", {"id": ["a", 1], **WINNER}, b"   ", {"id": "\ud800", **WINNER})

    assert (first["id"], second["id"]) == (["a", 1], "\ud800")


@pytest.mark.parametrize(
    ("arguments", "line", "code"),
    [
        ("score --rules chess", {}, "unknown_ruleset"),
        ("score", {"ruleset": "chess"}, "unknown_ruleset"),
        ("score -o colour=red", {}, "unknown_option"),
        ("score -o only_possible_tile=two", {}, "bad_option"),
    ],
)
def test_it_tells_what_rules_are_wrong_on_each_line(arguments: str, line: Any, code: str, ask: Any) -> None:
    (answer,) = ask(arguments, {"id": 7, **WINNER, **line})

    assert (answer["id"], [error["code"] for error in answer["errors"]]) == (7, [code])


def test_it_takes_options_players_and_a_rule_set_of_the_line(ask: Any) -> None:
    assert ask("score -o only_possible_tile=0", WINNER)[0]["value"] == 26
    assert ask("score --rules chess", {"ruleset": "bmja-tournament", **WINNER})[0]["value"] == 28
    assert ask("score --players 3", WINNER)[0]["errors"][0]["code"] == "wrong_number_of_players"
    assert ask("score", {"players": 2, **WINNER})[0]["errors"][0]["code"] == "wrong_number_of_players"


def test_it_settles(ask: Any) -> None:
    row = rows("golden_settlements")[0]
    (answer,) = ask("settle", {"id": row["id"], **row["input"]})

    assert answer == {"id": row["id"], **row["expected"]}


@pytest.mark.parametrize(
    "line",
    [
        {"values": []},
        {},
        {"values": {"E": "1"}},
        {"values": {"E": 1, "S": 1, "W": 1, "N": 1}, "winners": "E"},
        {"values": {"E": 1, "S": 1, "W": 1, "N": 1}, "penalties": [3]},
        {"values": {"E": 1, "S": 1, "W": 1, "N": 1}, "colour": 1},
    ],
)
def test_it_refuses_to_settle_what_is_not_values(line: Any, ask: Any) -> None:
    (answer,) = ask("settle", line)

    assert answer["valid"] is False


def test_it_plays(ask: Any) -> None:
    row = rows("golden_rotations")[0]
    answer, refused = ask("play", {"id": row["id"], **row["input"]}, {"players": "ABCD", "outcomes": []})

    assert answer == {"id": row["id"], **row["expected"]}
    assert refused["valid"] is False


def test_it_lists_waits(ask: Any) -> None:
    rack = {
        "concealed": ["B6", "B7", "C8", "C8"],
        "melds": WINNER["melds"],
        "own_wind": "S",
        "round_wind": "W",
    }
    answer, refused = ask("waits", {"id": 1, **rack}, {"id": 2})

    assert [wait["tile"] for wait in answer["waits"]] == ["B5", "B8"]
    assert refused["valid"] is False


def test_it_prints_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "bmja-tournament  British Mah-Jong Association, tournament" in capsys.readouterr().out
    assert main(["rules", "bmja-tournament"]) == 0
    printed = capsys.readouterr().out
    assert "Limit 1,000" in printed
    assert "Thirteen Unique Wonders                        1,000 / 400 " in printed
    assert main(["rules", "chess"]) == 1
    assert "There is no rule set called chess." in capsys.readouterr().err


def test_it_refuses_an_option_without_a_value() -> None:
    with pytest.raises(SystemExit):
        main(["score", "-o", "colour"])


def test_it_ends_with_the_status_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["scoring", "rules", "chess"])

    with pytest.raises(SystemExit) as ended:
        runpy.run_module("scoring", run_name="__main__")

    assert ended.value.code == 1


def test_it_runs_as_a_program() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "scoring", "score"],
        input=json.dumps(WINNER).encode(),
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=True,
    )

    assert json.loads(ran.stdout)["value"] == 28


def test_it_answers_who_sends_one_line_and_waits() -> None:
    command = [sys.executable, "-m", "scoring", "score"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
    # Not by Python's own leave: with this set it writes whatever it is given at once.
    pipes["env"] = {name: told for name, told in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], **pipes) as program:
        assert program.stdin
        assert program.stdout
        for number in range(3):
            program.stdin.write(json.dumps({"id": number, **WINNER}).encode() + b"\n")
            assert select.select([program.stdout], [], [], 60)[0], "no answer while the caller waits"
            assert json.loads(program.stdout.readline())["id"] == number


class Trickle(BytesIO):
    """A stream that brings a few bytes at a time, as a pipe may."""

    def __init__(self, told: bytes, dice: Random) -> None:
        super().__init__(told)
        self.dice = dice

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(self.dice.choice((1, 2, 5, 20)))


@pytest.mark.parametrize("told", [b"", b"one\ntwo\n", b"\n\none\r two\n\xff", b"x" * 99 + b"\n" + b"y" * 99])
def test_it_reads_the_lines_of_any_pipe(told: bytes) -> None:
    for seed in range(20):
        blocks = list(commands.arriving(Trickle(told, Random(seed))))
        assert [line for block in blocks for line in block] == BytesIO(told).readlines()


def test_it_binds_the_rules_once_for_all_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    bound: list[str] = []

    def counting(ruleset: str, options: Any) -> Any:
        bound.append(ruleset)
        return load_rules(ruleset, options)

    monkeypatch.setattr(commands, "load_rules", counting)
    table = commands.Table("danish", {}, 4)
    for line in ("{}", '{"ruleset": "polish-136"}', "{}", '{"ruleset": "polish-136"}', '{"ruleset": "tea"}'):
        commands.answer_line(line, commands._score, table)

    assert bound == ["danish", "polish-136", "tea"]


def test_it_answers_about_tables_of_other_sizes(ask: Any) -> None:
    penalty = {"code": "false_mahjong_exposed", "offender": "R"}
    told = [
        {"ruleset": "bmja-club", "values": dict.fromkeys("EWNR", 8), "winners": ["R"]},
        {
            "ruleset": "bmja-club",
            "players": 5,
            "east": "S",
            "values": dict.fromkeys("SWNR", 8),
            "winners": [],
        },
        {
            "ruleset": "bmja-club",
            "players": 5,
            "values": dict.fromkeys("ESWN", 8),
            "winners": [],
            "penalties": [penalty],
        },
    ]
    four, five, refused = ask("settle", *told)

    assert four["net"] == {"E": -16, "W": -8, "N": -8, "R": 32}
    assert five["net"] == dict.fromkeys("SWNR", 0)
    assert [(error["code"], error["facts"]["seats"]) for error in refused["errors"]] == [
        ("penalty_does_not_fit", ["R"])
    ]
    (game,) = ask(
        "play",
        {
            "ruleset": "bmja-club",
            "players": ["A", "B", "C", "D"],
            "outcomes": [["B"]],
            "arrivals": [{"seat": "R", "from_deal": 2, "in": "F"}],
        },
    )
    assert game["deals"][1]["resting"] == "F"
