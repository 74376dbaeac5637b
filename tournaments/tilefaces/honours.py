"""Winds, dragons, flowers, seasons, the joker and the back of a tile."""

from tournaments.tilefaces.brush import indexed, written
from tournaments.tilefaces.palette import BACK, BACK_DEEP, BLUE, BONE, GOLD, GREEN, INK, LEAF, RED, SKY

WINDS = {"E": "east", "S": "south", "W": "west", "N": "north"}


def wind(letter: str) -> str:
    """Write the sign of a wind in ink."""
    return written(WINDS[letter], (17, 22, 41, 45), INK, 1.3)


def dragon(letter: str) -> str:
    """Draw a dragon: a red centre, a green fortune, or the blue frame of the white one."""
    if letter == "R":
        return written("centre", (17, 21, 41, 47), RED, 1.7)
    if letter == "G":
        return written("fortune", (16, 21, 43, 47), GREEN, 1.1)
    corners = "".join(f'<circle cx="{x}" cy="{y}" r="2" fill="{BONE}"/>' for x in (22.5, 53.5) for y in (27.5, 61.5))
    return (
        f'<rect x="20" y="25" width="36" height="39" rx="4" fill="none" stroke="{BLUE}" stroke-width="6"/>{corners}'
        f'<rect x="27.5" y="32.5" width="21" height="24" rx="2" fill="none" stroke="{SKY}" stroke-width="1.6"/>'
    )


def flower(number: int) -> str:
    """Draw plum, orchid, chrysanthemum or bamboo."""
    return (_plum, _orchid, _chrysanthemum, _bamboo_leaves)[number - 1]()


def season(number: int) -> str:
    """Draw a sprout for spring, the sun for summer, a falling leaf for autumn, a snow crystal for winter."""
    return (_sprout, _sun, _autumn_leaf, _snow)[number - 1]()


def joker() -> str:
    """Draw a star between two sparrows' wings."""
    return (
        f'<path d="m38 19 5.6 13.3 14.4 1.2-11 9.4 3.4 14.1L38 49.4 25.6 57 29 42.9l-11-9.4 14.4-1.2z"'
        f' fill="{GOLD}"/><path d="m38 27.5 3.4 7.9 8.5.7-6.5 5.6 2 8.3-7.4-4.4-7.4 4.4 2-8.3-6.5-5.6 8.5-.7z"'
        f' fill="{RED}"/><circle cx="38" cy="64.5" r="2.6" fill="{BLUE}"/>'
    )


def back() -> str:
    """Draw the coloured back of a tile that lies face down."""
    lattice = "M12 23 32 9l20 14v28L32 65 12 51z M12 51 52 23M12 23l40 28M32 9v56"
    return (
        f'<rect x="1.5" y="1.5" width="61" height="71" rx="8" fill="{BACK}"/>'
        f'<rect x="6" y="6" width="52" height="62" rx="5" fill="none" stroke="{BACK_DEEP}" stroke-width="2"/>'
        f'<path d="{lattice}" fill="none" stroke="{LEAF}" stroke-width="2" stroke-linejoin="round"/>'
        f'<circle cx="32" cy="37" r="7" fill="{BACK}" stroke="{LEAF}" stroke-width="2"/>'
    )


def _ring(count: int, shape: str, x: float, y: float) -> str:
    return "".join(f'<g transform="rotate({360 * n / count:g} {x:g} {y:g})">{shape}</g>' for n in range(count))


def _plum() -> str:
    petal = f'<circle cx="38" cy="30.5" r="8" fill="{RED}"/>'
    stamen = f'<path d="M38 41v-7" stroke="{BONE}" stroke-width="1.5" stroke-linecap="round"/>'
    return (
        f'<path d="M20 69c6-4 10-9 16-22" stroke="{INK}" stroke-width="3" fill="none" stroke-linecap="round"/>'
        f'{_ring(5, petal, 38, 41)}{_ring(5, stamen, 38, 41)}<circle cx="38" cy="41" r="3.2" fill="{GOLD}"/>'
    )


def _orchid() -> str:
    leaves = "M36 69C32 56 24 47 17 44M36 69c0-14 6-26 20-31M36 69c3-9 10-15 20-16"
    petal = '<ellipse cx="38" cy="23" rx="3.8" ry="8.5" fill="#7a3d8c"/>'
    return (
        f'<path d="{leaves}" stroke="{GREEN}" stroke-width="3" fill="none" stroke-linecap="round"/>'
        f'<path d="M36 69c-1-14 0-24 2-34" stroke="{LEAF}" stroke-width="2" fill="none"/>'
        f'{_ring(5, petal, 38, 32)}<circle cx="38" cy="32" r="3" fill="{GOLD}"/>'
    )


def _chrysanthemum() -> str:
    outer = f'<ellipse cx="38" cy="27" rx="3.4" ry="9" fill="{GOLD}"/>'
    inner = '<ellipse cx="38" cy="33" rx="2.4" ry="6" fill="#e5b95a"/>'
    return (
        f'<path d="M38 44c1 10-1 18-5 25" stroke="{GREEN}" stroke-width="3" fill="none" stroke-linecap="round"/>'
        f'<path d="M36 64c6-1 11-4 14-9-7-1-12 2-14 9z" fill="{LEAF}"/>'
        f'{_ring(12, outer, 38, 40)}{_ring(8, inner, 38, 40)}<circle cx="38" cy="40" r="3.2" fill="{RED}"/>'
    )


def _bamboo_leaves() -> str:
    leaf = "c6-2 14-2 21 4-8 2-16 1-21-4z"
    return (
        f'<path d="M27 70V50m0-3V34m0-3V26" stroke="{GREEN}" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="M24 48.5h6M24 32.5h6" stroke="{GREEN}" stroke-width="2.4" stroke-linecap="round"/>'
        f'<path d="M30 30{leaf}M31 44{leaf}M31 58{leaf}" fill="{LEAF}"/>'
        f'<path d="M32 27c3-6 9-10 17-10-1 7-8 11-17 10z" fill="{GREEN}"/>'
    )


def _sprout() -> str:
    blossom = '<circle cx="48" cy="27" r="3.4" fill="#d8748a"/>'
    return (
        f'<path d="M38 69C37 55 38 44 44 36" stroke="{GREEN}" stroke-width="3" fill="none" stroke-linecap="round"/>'
        f'<path d="M37.5 58c-10 1-17-4-18-13 10 0 17 4 18 13zM38 50c9 1 16-2 19-10-9-1-17 2-19 10z" fill="{LEAF}"/>'
        f'{_ring(5, blossom, 48, 31)}<circle cx="48" cy="31" r="2.4" fill="{GOLD}"/>'
    )


def _sun() -> str:
    ray = f'<path d="M38 24v-6" stroke="{GOLD}" stroke-width="3.4" stroke-linecap="round"/>'
    waves = "M19 62.5q4.5-3.5 9 0t9 0 9 0 9 0M23.5 68q3.5-3 7 0t7 0 7 0 7 0"
    return (
        f'{_ring(12, ray, 38, 40)}<circle cx="38" cy="40" r="11.5" fill="{RED}"/>'
        f'<path d="{waves}" stroke="{BLUE}" stroke-width="2.4" fill="none" stroke-linecap="round"/>'
    )


def _autumn_leaf() -> str:
    leaf = "M40 18l4 9 7-3-1 9 8 1-6 8 5 6-10 2-4 8-7-5-8 4 0-9-9-3 6-7-5-7 9 0 0-9 7 4z"
    return (
        f'<path d="{leaf}" fill="#c2571c" stroke="#c2571c" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<path d="M29 70c4-8 7-18 9-34m-3 16 10-6m-7-2-9-7" stroke="{BONE}" stroke-width="1.7" fill="none"'
        f' stroke-linecap="round"/><path d="M29 70c2-3.5 3.4-7 4.5-11" stroke="#c2571c" stroke-width="2.6"'
        f' fill="none" stroke-linecap="round"/>'
    )


def _snow() -> str:
    arm = (
        f'<path d="M38 43V21m0 7-5-5m5 5 5-5m-5 13-4.5-4.5m4.5 4.5 4.5-4.5" stroke="{BLUE}"'
        f' stroke-width="2.6" fill="none" stroke-linecap="round"/>'
    )
    return f'{_ring(6, arm, 38, 43)}<circle cx="38" cy="43" r="2.6" fill="{SKY}"/>'


def corner(code: str) -> str:
    """Draw the index of an honour, a bonus tile or the joker: a letter, or a number above the letter of its kind."""
    if code[0] in "FS":
        tone = RED if code[0] == "F" else BLUE
        return indexed(code[1], 6, 6, 1.1, tone) + indexed(code[0], 7, 27, 0.62, tone)
    tone = {"DR": RED, "DG": GREEN, "DW": BLUE, "J": RED}.get(code, INK)
    return indexed(code[-1], 6, 6, 1.1, tone)
