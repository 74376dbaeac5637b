"""Winds, dragons, flowers, seasons, the joker and the back of a tile."""

from tournaments.tilefaces.brush import written
from tournaments.tilefaces.palette import (
    AMBER,
    BACK,
    BACK_DEEP,
    BLUE,
    BONE,
    GOLD,
    GREEN,
    INK,
    LEAF,
    PINK,
    RED,
    RUST,
    SKY,
    VIOLET,
)
from tournaments.tilefaces.shapes import around, disc, filled, frame, line, petal, ring, slab

WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}
STAR = "m38 19 5.6 13.3 14.4 1.2-11 9.4 3.4 14.1L38 49.4 25.6 57 29 42.9l-11-9.4 14.4-1.2z"
STAR_HEART = "m38 27.5 3.4 7.9 8.5.7-6.5 5.6 2 8.3-7.4-4.4-7.4 4.4 2-8.3-6.5-5.6 8.5-.7z"
MAPLE = "M40 18l4 9 7-3-1 9 8 1-6 8 5 6-10 2-4 8-7-5-8 4 0-9-9-3 6-7-5-7 9 0 0-9 7 4z"
LATTICE = "M12 23 32 9l20 14v28L32 65 12 51zM12 51 52 23M12 23l40 28M32 9v56"


def wind(letter: str) -> str:
    """Write the sign of a wind in ink."""
    return written(WINDS[letter], (17, 22, 41, 45), INK, 1.3)


def dragon(letter: str) -> str:
    """Draw a dragon: a red centre, a green fortune, or the blue frame of the white one."""
    if letter == "R":
        return written("centre", (17, 21, 41, 47), RED, 1.7)
    if letter == "G":
        return written("fortune", (16, 21, 43, 47), GREEN, 1.1)
    studs = "".join(disc(x, y, 2, BONE) for x in (22.5, 53.5) for y in (31.5, 62.5))
    return frame(20, 29, 36, 36, 4, BLUE, 6) + studs + frame(27.5, 36.5, 21, 21, 2, SKY, 1.6)


def flower(number: int) -> str:
    """Draw plum, orchid, chrysanthemum or bamboo."""
    return (_plum, _orchid, _chrysanthemum, _bamboo)[number - 1]()


def season(number: int) -> str:
    """Draw a sprout for spring, the sun for summer, a falling leaf for autumn, a snow crystal for winter."""
    return (_sprout, _sun, _maple, _snow)[number - 1]()


def joker() -> str:
    """Draw a star."""
    return filled(STAR, GOLD) + filled(STAR_HEART, RED) + disc(38, 64.5, 2.6, BLUE)


def honour(code: str) -> str:
    """Draw a wind, a dragon, a flower, a season or the joker."""
    if code == "J":
        return joker()
    kind, value = code[0], code[1]
    if kind in "FS":
        return (flower if kind == "F" else season)(int(value))
    return wind(value) if kind == "W" else dragon(value)


def back() -> str:
    """Draw the coloured back of a tile that lies face down."""
    ground = slab(1.5, 1.5, 61, 71, 8, BACK) + frame(1.5, 1.5, 61, 71, 8, LEAF, 1.5)
    ground += frame(6, 6, 52, 62, 5, BACK_DEEP, 2)
    return ground + line(LATTICE, LEAF, 2) + disc(32, 37, 7, BACK) + ring(32, 37, 7, LEAF, 2)


def _plum() -> str:
    blossom = around(5, disc(38, 30.5, 8, RED), 38, 41) + around(5, line("M38 41v-7", BONE, 1.5), 38, 41)
    return line("M20 69c6-4 10-9 16-22", INK, 3) + blossom + disc(38, 41, 3.2, GOLD)


def _orchid() -> str:
    leaves = line("M36 69C32 56 24 47 17 44M36 69c0-14 6-26 20-31M36 69c3-9 10-15 20-16", GREEN, 3)
    stalk = line("M36 69c-1-14 0-24 2-34", LEAF, 2)
    return leaves + stalk + around(5, petal(38, 23, 3.8, 8.5, VIOLET), 38, 32) + disc(38, 32, 3, GOLD)


def _chrysanthemum() -> str:
    stalk = line("M38 44c1 10-1 18-5 25", GREEN, 3) + filled("M36 64c6-1 11-4 14-9-7-1-12 2-14 9z", LEAF)
    outer = around(12, petal(38, 27, 3.4, 9, GOLD), 38, 40)
    return stalk + outer + around(8, petal(38, 33, 2.4, 6, AMBER), 38, 40) + disc(38, 40, 3.2, RED)


def _bamboo() -> str:
    cane = line("M27 70V50m0-3V34m0-3V26", GREEN, 5) + line("M24 48.5h6M24 32.5h6", GREEN, 2.4)
    leaf = "c6-2 14-2 21 4-8 2-16 1-21-4z"
    leaves = filled(f"M30 30{leaf}M31 44{leaf}M31 58{leaf}", LEAF)
    return cane + leaves + filled("M32 27c3-6 9-10 17-10-1 7-8 11-17 10z", GREEN)


def _sprout() -> str:
    stalk = line("M38 69C37 55 38 44 44 36", GREEN, 3)
    leaves = filled("M37.5 58c-10 1-17-4-18-13 10 0 17 4 18 13zM38 50c9 1 16-2 19-10-9-1-17 2-19 10z", LEAF)
    return stalk + leaves + around(5, disc(48, 27, 3.4, PINK), 48, 31) + disc(48, 31, 2.4, GOLD)


def _sun() -> str:
    waves = line("M19 62.5q4.5-3.5 9 0t9 0 9 0 9 0M23.5 68q3.5-3 7 0t7 0 7 0 7 0", BLUE, 2.4)
    return around(12, line("M38 24v-6", GOLD, 3.4), 38, 40) + disc(38, 40, 11.5, RED) + waves


def _maple() -> str:
    leaf = filled(MAPLE, RUST) + line(MAPLE, RUST, 1.5)
    veins = line("M29 70c4-8 7-18 9-34m-3 16 10-6m-7-2-9-7", BONE, 1.7)
    return leaf + veins + line("M29 70c2-3.5 3.4-7 4.5-11", RUST, 2.6)


def _snow() -> str:
    arm = line("M38 43V21m0 7-5-5m5 5 5-5m-5 13-4.5-4.5m4.5 4.5 4.5-4.5", BLUE, 2.6)
    return around(6, arm, 38, 43) + disc(38, 43, 2.6, SKY)
