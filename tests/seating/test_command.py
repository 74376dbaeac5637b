"""`manage.py seat`: the answer for programs, the answer for people, the refusals."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from tests.seating import checker
from tournaments.seating import VERSION


def test_it_prints_rounds_of_tables_of_numbers(capsys):
    call_command("seat", players=20, rounds=5, seconds=0.1, json=True)
    rounds = json.loads(capsys.readouterr().out)
    checker.assert_everybody_sits_once(rounds, range(1, 21))
    assert checker.repeats(rounds) == 0


def test_it_adds_the_figures_on_standard_error(capsys):
    call_command("seat", players=20, rounds=5, seconds=0.1, json=True, report=True)
    captured = capsys.readouterr()
    assert len(json.loads(captured.out)) == 5
    figures = json.loads(captured.err)
    assert (figures["repeats"], figures["version"]) == (0, VERSION)


def test_it_prints_a_line_for_each_table_with_a_dash_for_an_empty_chair(capsys):
    call_command("seat", players=7, rounds=1, report=True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Round 1", "  table  E S W N"]
    assert sum("-" in line.split() for line in lines[2:4]) == 1
    assert {"repeats: 0", f"version: {VERSION}"} <= set(lines)


def test_it_keeps_to_the_wishes_it_is_told(capsys):
    wished = {"together": ["1,2"], "at": ["1:3", "1,2:4,5"], "apart": ["6,7"]}
    call_command("seat", players=16, rounds=2, seconds=0.2, json=True, report=True, **wished)
    captured = capsys.readouterr()
    for tables in json.loads(captured.out):
        assert any({1, 2} <= set(table) for table in tables)
        assert 3 in tables[0]
        assert {4, 5} <= {*tables[0], *tables[1]}
    figures = json.loads(captured.err)
    assert (figures["parted"], figures["elsewhere"]) == (0, 0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 3, "rounds": 1}, "players must be 4 to 200"),
        ({"players": 201, "rounds": 1}, "players must be 4 to 200"),
        ({"players": 8, "rounds": 0}, "rounds must be at least 1"),
        ({"players": 8, "rounds": 1, "seconds": -1.0}, "seconds must be 0 to 600"),
    ],
)
def test_it_refuses_with_a_sentence(options, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("seat", **options)
