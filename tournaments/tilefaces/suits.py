"""The three suits: bamboos as canes, characters as written numbers, circles as coins; where each piece lies is a table."""

from tournaments.tilefaces.brush import written
from tournaments.tilefaces.palette import BLUE, BONE, BREAST, GOLD, GREEN, INK, LEAF, RED, SKY

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
    half, width = length / 2, 8
    turned = f' transform="rotate({lean} {x:g} {y:g})"' if lean else ""
    left, top = x - width / 2, y - half
    return (
        f'<g{turned}><rect x="{left:g}" y="{top:g}" width="{width}" height="{length:g}" rx="3" fill="{tone}"/>'
        f'<path d="M{left - 0.2:g} {y:g}h{width + 0.4:g}" stroke="{tone}" stroke-width="3.4" stroke-linecap="round"/>'
        f'<path d="M{x:g} {top + 3.2:g}v{half - 6.4:g}m0 6.4v{half - 6.4:g}" stroke="{BONE}" stroke-width="1.3"'
        f' stroke-linecap="round"/></g>'
    )


def _coin(x: float, y: float, radius: float, tone: str) -> str:
    at = f'cx="{x:g}" cy="{y:g}"'
    return (
        f'<circle {at} r="{radius:g}" fill="{tone}"/>'
        f'<circle {at} r="{radius * 0.66:.1f}" fill="none" stroke="{BONE}" stroke-width="{radius * 0.17:.1f}"/>'
        f'<circle {at} r="{radius * 0.24:.1f}" fill="{BONE}"/>'
    )


def _great_coin(x: float, y: float) -> str:
    petals = "".join(
        f'<ellipse cx="{x:g}" cy="{y - 10.6:g}" rx="3.1" ry="5" fill="{BONE}" transform="rotate({turn} {x:g} {y:g})"/>'
        for turn in range(0, 360, 45)
    )
    at = f'cx="{x:g}" cy="{y:g}"'
    return (
        f'<circle {at} r="22" fill="{BLUE}"/><circle {at} r="19" fill="none" stroke="{SKY}" stroke-width="1.4"/>'
        f'{petals}<circle {at} r="6.4" fill="{RED}"/><circle {at} r="2.2" fill="{BONE}"/>'
    )


def _sparrow() -> str:
    return (
        f'<path d="M20 68h38" stroke="{GREEN}" stroke-width="3.4" stroke-linecap="round"/>'
        f'<path d="M29 68c1-4 4-6.5 8-7.5" stroke="{LEAF}" stroke-width="2.6" fill="none" stroke-linecap="round"/>'
        f'<path d="M37 66v-9m6.5 9v-9" stroke="{GOLD}" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M57.5 57.5 47 51.5C45 58 34 60.5 28 54c-6-6.5-6-15-2-20.5-1.5-8 4-14.5 11-14.5s12 5 12 12'
        f'c0 9 1 14 8.5 26.5z" fill="{GREEN}"/>'
        f'<path d="M26.5 33.5c-3.5 6-3 14 2 19.5 4 4.5 10 4.5 14 1.5-6-1-9-5-9.5-10.5-.4-4.5-2.5-8-6.5-10.5z"'
        f' fill="{BREAST}"/>'
        f'<path d="M36 36c7 0 11.5 5 15.5 14.5-8 1-15.5-4.5-15.5-14.5z" fill="{RED}"/>'
        f'<path d="M39 39.5c4 1.5 6.5 4 8.5 7.5" stroke="{BONE}" stroke-width="1.4" fill="none" stroke-linecap="round"/>'
        f'<path d="M26.5 26.5 18.5 29.5l7 2.5z" fill="{GOLD}"/>'
        f'<circle cx="33" cy="26.5" r="2.5" fill="{BONE}"/><circle cx="33" cy="26.5" r="1.3" fill="{INK}"/>'
    )

