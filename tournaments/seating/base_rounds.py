"""Stored plans in which nobody meets twice: one base round to be shifted, or every other table of a round.

Slots 0..orbits*shift-1 lie in orbits of the cyclic group of order `shift`, the rest stay where they are;
round r is the base round with every value moved on by r inside its orbit. `base_rounds.json` holds them
with their source.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, TypedDict


class BaseRound(TypedDict):
    """Describe one entry of the data file."""

    seats: int
    shift: int
    orbits: int
    tables: list[list[int]]


@cache
def data() -> dict[str, Any]:
    """Read the data file."""
    text = resources.files(__package__).joinpath("base_rounds.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


@cache
def catalogue() -> dict[int, BaseRound]:
    """Give the stored base rounds: seats -> base round."""
    return {entry["seats"]: entry for entry in data()["base_rounds"]}


def shifted(slot: int, by: int, base: BaseRound) -> int:
    """Move a slot on inside its orbit."""
    orbit, value = divmod(slot, base["shift"])
    return orbit * base["shift"] + (value + by) % base["shift"] if orbit < base["orbits"] else slot


def perfect_rounds(seats: int) -> list[list[int]]:
    """Give every round of the stored plan for this many seats; none when nothing is stored."""
    base = catalogue().get(seats)
    return shifts(base) if base else []


def shifts(base: BaseRound) -> list[list[int]]:
    """Give the rounds that one base round makes."""
    return [
        [shifted(slot, by, base) for group in base["tables"] for slot in group] for by in range(base["shift"])
    ]


@cache
def plans_for_ghosts(seats: int) -> list[list[list[int]]]:
    """Give the rounds of each plan that is stored for its even chairs: some that never meet, while everybody
    else meets as many of them as anybody, or one fewer.
    """
    entries = [entry for entry in data()["for_ghosts"] if entry["seats"] == seats]
    return [entry["rounds"] if "rounds" in entry else shifts(entry) for entry in entries]


def doubled_rounds(seats: int) -> list[list[int]]:
    """Give every round of a stored plan of half the tables; none when nothing is stored for this many seats.

    It is two affine planes of order 4 on the same 16 points, each point two slots: of a line of the plane
    one half of the slots sits at the table stored, the other half at its twin, so that two points meet
    once in each of the two ways they can.
    """
    return [
        [slot for group in tables for slot in (*group, *((one + seats // 2) % seats for one in group))]
        for entry in data()["doubled"]
        if entry["seats"] == seats
        for tables in entry["rounds"]
    ]


@cache
def small_plan(people: int, rounds: int) -> list[list[int]]:
    """Give the stored rounds of a small group with ghosts, who come last; none when nothing is stored.

    Up to eleven people meet again anyhow, so this is the even plan that repeats fewest, as far as is known,
    unless another repeats less than two thirds of that.
    """
    plans: dict[tuple[int, int], list[list[int]]] = {
        (entry["people"], len(entry["rounds"])): entry["rounds"] for entry in data()["small"]
    }
    return plans.get((people, rounds), [])


@cache
def column_catalogue() -> dict[int, list[list[int]]]:
    """Give the stored columns, where chance finds fewer: tables -> rounds of slots."""
    return {entry["tables"]: sheared(entry["columns"], entry["group"]) for entry in data()["columns"]}


def sheared(columns: list[list[int]], group: list[int]) -> list[list[int]]:
    """Write columns over two cyclic groups (value = low + group[0] * high) as rounds of slots."""
    low, high = group
    tables = low * high

    def plus(a: int, b: int) -> int:
        return (a % low + b % low) % low + low * ((a // low + b // low) % high)

    return [
        [row * tables + plus(table, value) for table in range(tables) for row, value in enumerate(column)]
        for column in columns
    ]


def column_rounds(tables: int) -> list[list[int]]:
    """Give the stored rounds of four classes for this many tables; none when nothing is stored."""
    return column_catalogue().get(tables, [])


@cache
def stored_draft(seats: int, rounds: int) -> list[list[int]]:
    """Give a whole plan beyond the perfect rounds that chance seldom finds again; none when nothing is
    stored.
    """
    drafts: dict[tuple[int, int], list[list[int]]] = {
        (entry["seats"], len(entry["rounds"])): entry["rounds"] for entry in data()["drafts"]
    }
    return drafts.get((seats, rounds), [])
