"""Which tables for how many people, each club's way (decision 42 with its table)."""

import pytest

from tournaments.seating.sizes import WAYS, odd, sizes_for

TABLE = """
5   5        5        5        4+4,h3     4,r1
6   3+3      3+3      3+3      4+4,h2     4,r2
7   4+3      4+3      4+3      4+4,h1     4,r3
9   5+4      3+3+3    5+4      3x4,h3     4+4,r1
10  5+5      4+3+3    5+5      3x4,h2     4+4,r2
11  4+4+3    4+4+3    4+4+3    3x4,h1     4+4,r3
13  5+4+4    4+3x3    5+4+4    4x4,h3     3x4,r1
14  5+5+4    4+4+3+3  5+5+4    4x4,h2     3x4,r2
15  3x4+3    3x4+3    3x5      4x4,h1     3x4,r3
17  5+3x4    4+4+3x3  5+3x4    5x4,h3     4x4,r1
18  5+5+4+4  3x4+3+3  5+5+4+4  5x4,h2     4x4,r2
19  4x4+3    4x4+3    3x5+4    5x4,h1     4x4,r3
21  5+4x4    3x4+3x3  5+4x4    6x4,h3     5x4,r1
22  5+5+3x4  4x4+3+3  5+5+3x4  6x4,h2     5x4,r2
23  5x4+3    5x4+3    3x5+4+4  6x4,h1     5x4,r3
8   4+4      4+4      4+4      4+4        4+4
12  3x4      3x4      3x4      3x4        3x4
3   3        3        3        4,h1       3
"""
ROWS = [
    (int(people), way, told)
    for people, *columns in map(str.split, filter(None, TABLE.split("\n")))
    for way, told in zip(WAYS, columns, strict=True)
]


def read(told: str) -> tuple[tuple[int, ...], int, int]:
    """Read a cell: tables, house players (h) and people who rest (r)."""
    cut, _comma, rest = told.partition(",")
    tables = []
    for part in cut.split("+"):
        count, _times, size = part.rpartition("x")
        tables += [int(size)] * int(count or 1)
    counts = {rest[:1]: int(rest[1:] or 0)}
    return tuple(tables), counts.get("h", 0), counts.get("r", 0)


@pytest.mark.parametrize(("people", "way", "told"), ROWS)
def test_it_cuts_people_into_tables_as_the_club_wants(people: int, way: str, told: str) -> None:
    sizes = sizes_for(people, way, house=3)

    assert (sizes.tables, sizes.house, sizes.resting) == read(told)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("house", range(4))
def test_it_seats_everybody(way: str, house: int) -> None:
    for people in range(2, 60):
        sizes = sizes_for(people, way, house=house)
        assert sum(sizes.tables) == people + sizes.house - sizes.resting
        assert sizes.house <= house


@pytest.mark.parametrize(
    ("house", "used", "tables"), [(0, 0, (5, 4, 4)), (1, 0, (5, 4, 4)), (3, 3, (4,) * 4)]
)
def test_it_takes_as_many_house_players_as_lower_the_number_of_odd_tables(
    house: int, used: int, tables: tuple[int, ...]
) -> None:
    sizes = sizes_for(13, "house", house=house)

    assert (sizes.house, sizes.tables) == (used, tables)
    assert sizes_for(2, "house", house=house).tables == (2,)
    assert odd(sizes_for(10, "house", house=1).tables) == 1
