"""The three suits: bamboos as canes, characters as written numbers, circles as coins."""

from tournaments.tilefaces.brush import written
from tournaments.tilefaces.palette import BLUE, BONE, BREAST, GOLD, GREEN, INK, LEAF, RED, SKY
from tournaments.tilefaces.shapes import around, disc, filled, line, petal, ring, slab, turned

CANES: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((38, 23, GREEN), (38, 52, LEAF)),
    3: ((38, 23, LEAF), (29, 52, GREEN), (48, 52, GREEN)),
    4: ((29, 23, GREEN), (48, 23, LEAF), (29, 52, LEAF), (48, 52, GREEN)),
    5: ((27, 23, GREEN), (51, 23, LEAF), (39, 37.5, RED), (27, 52, LEAF), (51, 52, GREEN)),
    6: tuple((x, y, tone) for y, tone in ((23, GREEN), (52, LEAF)) for x in (26, 39, 52)),
    7: ((39, 14.5, RED), *((x, y, GREEN if x != 39 else LEAF) for y in (36.5, 58.5) for x in (26, 39, 52))),
    9: tuple((x, y, tone) for y in (14.5, 36.5, 58.5) for x, tone in ((26, GREEN), (39, RED), (52, LEAF))),
}
LEANING: tuple[tuple[float, float, int, str], ...] = (
    (23.5, 23, 0, GREEN),
    (34.5, 21, 28, GREEN),
    (43.5, 21, -28, GREEN),
    (54.5, 23, 0, GREEN),
    (23.5, 52, 0, LEAF),
    (34.5, 54, -28, LEAF),
    (43.5, 54, 28, LEAF),
    (54.5, 52, 0, LEAF),
)
COINS: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((38, 22.5, BLUE), (38, 52, RED)),
    3: ((27, 17, BLUE), (39, 37, RED), (51, 57, BLUE)),
    4: ((28, 23, BLUE), (50, 23, BLUE), (28, 52, BLUE), (50, 52, BLUE)),
    5: ((27, 19.5, BLUE), (51, 19.5, BLUE), (39, 37.5, RED), (27, 55.5, BLUE), (51, 55.5, BLUE)),
    6: tuple((x, y, BLUE if y < 25 else RED) for y in (17.5, 38, 57.5) for x in (29, 49)),
    7: (
        (25, 11.5, BLUE),
        (38.5, 18.5, BLUE),
        (52, 25.5, BLUE),
        *((x, y, RED) for y in (42.5, 60) for x in (29, 48)),
    ),
    8: tuple((x, y, BLUE) for y in (12, 29, 46, 63) for x in (30, 48)),
    9: tuple((x, y, tone) for y, tone in ((15, BLUE), (37.5, RED), (60, BLUE)) for x in (26.5, 40.5, 54.5)),
}
PLUMAGE: tuple[tuple[str, str], ...] = (
    (
        "M57.5 57.5 47 51.5C45 58 34 60.5 28 54c-6-6.5-6-15-2-20.5-1.5-8 4-14.5 11-14.5s12 5 12 12"
        "c0 9 1 14 8.5 26.5z",
        GREEN,
    ),
    (
        "M26.5 33.5c-3.5 6-3 14 2 19.5 4 4.5 10 4.5 14 1.5-6-1-9-5-9.5-10.5-.4-4.5-2.5-8-6.5-10.5z",
        BREAST,
    ),
    ("M36 36c7 0 11.5 5 15.5 14.5-8 1-15.5-4.5-15.5-14.5z", RED),
    ("M26.5 26.5 18.5 29.5l7 2.5z", GOLD),
)
RADIUS = {2: 12, 3: 10, 4: 10, 5: 9.5, 6: 9, 7: 7.8, 8: 7.8, 9: 6.6}
LENGTH = {2: 25, 3: 25, 4: 25, 5: 24, 6: 25, 7: 18, 9: 18}


def bamboo(number: int) -> str:
    """Draw the canes of one bamboo tile; the first of the suit is, as at every table, a sparrow."""
    if number == 1:
        return _sparrow()
    if number == 8:
        return "".join(_cane(x, y, 24, tone, lean) for x, y, lean, tone in LEANING)
    return "".join(_cane(x, y, LENGTH[number], tone) for x, y, tone in CANES[number])


def character(number: int) -> str:
    """Write the number in ink above the sign for ten thousand in vermilion."""
    return written(str(number), (24, 7, 32, 25), INK, 1.25) + written("myriad", (19, 37, 40, 32), RED)


def circle(number: int) -> str:
    """Draw the coins of one circle tile; a single coin is large and ornate."""
    if number == 1:
        return _great_coin(37, 39)
    return "".join(_coin(x, y, RADIUS[number], tone) for x, y, tone in COINS[number])


def _cane(x: float, y: float, length: float, tone: str, lean: int = 0) -> str:
    top, half = y - length / 2, length / 2 - 6.4
    cane = slab(x - 4, top, 8, length, 3, tone) + line(f"M{x - 4.2:g} {y:g}h8.4", tone, 3.4)
    return turned(cane + line(f"M{x:g} {top + 3.2:g}v{half:g}m0 6.4v{half:g}", BONE, 1.3), lean, x, y)


def _coin(x: float, y: float, radius: float, tone: str) -> str:
    edge = disc(x, y, radius, tone) + ring(x, y, radius * 0.66, BONE, radius * 0.17)
    return edge + disc(x, y, radius * 0.24, BONE)


def _great_coin(x: float, y: float) -> str:
    rim = disc(x, y, 22, BLUE) + ring(x, y, 19, SKY, 1.4)
    return (
        rim + around(8, petal(x, y - 10.6, 3.1, 5, BONE), x, y) + disc(x, y, 6.4, RED) + disc(x, y, 2.2, BONE)
    )


def _sparrow() -> str:
    branch = line("M20 68h38", GREEN, 3.4) + line("M29 68c1-4 4-6.5 8-7.5", LEAF, 2.6)
    legs = line("M37 66v-9m6.5 9v-9", GOLD, 2)
    return (
        branch
        + legs
        + "".join(filled(path, tone) for path, tone in PLUMAGE)
        + (
            line("M39 39.5c4 1.5 6.5 4 8.5 7.5", BONE, 1.4)
            + disc(33, 26.5, 2.5, BONE)
            + disc(33, 26.5, 1.3, INK)
        )
    )
