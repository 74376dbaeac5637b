"""A club's own special hands, declared in data, and the hands it leaves out.

A declaration is `{"code", "name", "value", "fishing", "hand"}`; value and fishing are points or a part of the
limit ("1/2"), fishing may be missing. `hand` says what the hand is, in these words; all of them must hold:

- `"exactly": ["X1", "X1", "Y1", ..., "WE"]`: these fourteen tiles, where X, Y and Z are different suits;
- `"pairs": true`: seven pairs;
- else four sets and a pair: `"chows": true` allows chows, `"kongs": n` asks for at least n kongs,
  `"sets": [tiles, n]` for at least n pungs or kongs of these tiles, `"pair": [tiles]` for a pair of one of
  them, `"concealed": true` for no exposed set before the last tile;
- with pairs and sets: `"tiles": [...]` allows no other tiles, `"suits": n` asks for n suits,
  `"honours": false` for no honours, `"honours": true` for some.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from scoring.problems import Problem
from scoring.readings import EXPOSED, Reading
from scoring.special import SPECIAL_SHAPES, SpecialShape, becomes_pairs, is_within, seven_pairs
from scoring.tiles import INDEX, KINDS, SUITED, SUITS

OFF: Final = "special_hands_off"
HOUSE: Final = "house_hands"
KEYS: Final = {"code", "name", "value", "fishing", "hand"}
WORDS: Final = {
    "exactly": list, "pairs": bool, "chows": bool, "kongs": int, "sets": list, "pair": list,
    "concealed": bool, "tiles": list, "suits": int, "honours": bool,
}  # fmt: skip
OF_SETS: Final = {"chows", "kongs", "sets", "pair", "concealed"}
LETTERS: Final = "XYZ"


def own_list(options: Mapping[str, Any], codes: set[str], limit: int) -> tuple[dict[str, str], list[Problem]]:
    """Read a club's own list from its options, in canonical form, with everything wrong with it.

    `special_hands_off` are codes, as a list or with commas; `house_hands` declarations, as a list or JSON.
    """
    off, declared = _off(options.get(OFF, ())), _declared(options.get(HOUSE, ()))
    problems = [_bad(OFF, code) for code in off if code not in codes]
    if declared is None:
        return {}, [*problems, _bad(HOUSE, "a list of hands")]
    faults = (fault for place in range(len(declared)) for fault in _faults(declared, place, limit))
    problems += [_bad(HOUSE, fault) for fault in faults]
    told = {OFF: ",".join(off), HOUSE: json.dumps(declared, sort_keys=True) if declared else ""}
    return {key: value for key, value in told.items() if value}, problems


def house_shape(hand: Mapping[str, Any]) -> SpecialShape:
    """Make the shape of a declared hand.

    >>> house_shape({"pairs": True, "suits": 1}).basis
    'tiles'
    """
    if "exactly" in hand:
        return _exactly(hand["exactly"])
    if hand.get("pairs"):
        return SpecialShape(
            "tiles",
            lambda rack: seven_pairs(rack) and _allowed(hand, rack),
            becomes=lambda rack: becomes_pairs(rack) and not _is_excluded(hand, rack),
        )
    return SpecialShape("groups", lambda reading: _fits_sets(hand, reading))


def _bad(option: str, value: str) -> Problem:
    return Problem("bad_option", facts={"option": option, "value": value})


def _off(value: Any) -> list[str]:
    listed = value.split(",") if isinstance(value, str) else value
    return sorted({str(code).strip() for code in listed if str(code).strip()})


def _declared(value: Any) -> list[dict[str, Any]] | None:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return None
    if not isinstance(value, list | tuple) or not all(isinstance(each, dict) for each in value):
        return None
    return [dict(each) for each in value]


def _faults(declared: list[dict[str, Any]], place: int, limit: int) -> Iterator[str]:
    row = declared[place]
    code, hand = row.get("code"), row.get("hand")
    where = f"hand {place + 1} ({code})"
    if not isinstance(code, str) or not code.isidentifier() or code in SPECIAL_SHAPES:
        yield f"{where}: a code of its own"
    if code in (other.get("code") for other in declared[:place]):
        yield f"{where}: one code for each hand"
    if not isinstance(row.get("name"), str) or not row.get("name"):
        yield f"{where}: a name"
    if not is_amount(row.get("value"), limit) or not is_amount(row.get("fishing", 0), limit):
        yield f"{where}: a value in points or as a part of the limit"
    if row.keys() - KEYS or not isinstance(hand, dict):
        yield f"{where}: {', '.join(sorted(KEYS))}"
    else:
        yield from (f"{where}: {fault}" for fault in _word_faults(hand))


def is_amount(amount: Any, limit: int) -> bool:
    """Tell whether an amount is whole points, given as such or as a part of the limit ("2/5").

    >>> is_amount("2/5", 1000), is_amount("1/3", 1000), is_amount("1/2", 0), is_amount(-1, 1000)
    (True, False, False, False)
    """
    if isinstance(amount, str):
        try:
            return limit > 0 and (Fraction(amount) * limit).denominator == 1
        except (ValueError, ZeroDivisionError):
            return False
    return type(amount) is int and amount >= 0


def _word_faults(hand: Mapping[str, Any]) -> Iterator[str]:
    for word, value in hand.items():
        if word not in WORDS or type(value) is not WORDS[word]:
            yield f"the word {word}"
            return
    if ("exactly" in hand or hand.get("pairs")) and OF_SETS & hand.keys():
        yield "sets or tiles, not both"
    if "exactly" in hand and (len(hand["exactly"]) != 14 or len(hand) > 1):
        yield "exactly fourteen tiles and nothing else"
    known = set(KINDS) | {letter + tile[1] for letter in LETTERS for tile in KINDS[:9]}
    listed = [*hand.get("exactly", ()), *hand.get("tiles", ()), *hand.get("pair", ()), *_of(hand)]
    if not hand or any(str(tile) not in (known if "exactly" in hand else INDEX) for tile in listed):
        yield "tiles that there are"


def _of(hand: Mapping[str, Any]) -> list[Any]:
    """List the tiles of `sets`; something that is no tile if the word is not well formed."""
    told = hand.get("sets")
    if told is None:
        return []
    sound = len(told) == 2 and isinstance(told[0], list) and type(told[1]) is int
    return list(told[0]) if sound else [None]


def _exactly(tiles: list[str]) -> SpecialShape:
    """Compare with the tiles for every choice of suits."""
    wanted = set()
    for suits in permutations(SUITS):
        named = dict(zip(LETTERS, suits, strict=True))
        counts = [0] * len(KINDS)
        for tile in tiles:
            counts[INDEX[named.get(tile[0], tile[0]) + tile[1]]] += 1
        wanted.add(bytes(counts))
    return SpecialShape(
        "held",
        lambda held: held in wanted,
        becomes=lambda held: any(is_within(held, each) for each in wanted),
    )


def _allowed(hand: Mapping[str, Any], held: bytes) -> bool:
    """Tell whether the tiles are such as the words `tiles`, `suits` and `honours` allow."""
    return (
        not _is_excluded(hand, held)
        and _suits(held) == hand.get("suits", _suits(held))
        and any(held[SUITED:]) == hand.get("honours", any(held[SUITED:]))
    )


def _is_excluded(hand: Mapping[str, Any], held: bytes) -> bool:
    """Tell whether the words rule out some of the tiles, whatever else there is."""
    tiles = {INDEX[tile] for tile in hand.get("tiles", KINDS)}
    return not all(kind in tiles for kind, count in enumerate(held) if count) or _suits(held) > hand.get(
        "suits", len(SUITS)
    )


def _suits(held: bytes) -> int:
    return sum(any(held[start : start + 9]) for start in range(0, SUITED, 9))


def _fits_sets(hand: Mapping[str, Any], reading: Reading) -> bool:
    held = bytes(sum(each.tiles.count(kind) for each in reading.groups) for kind in KINDS)
    pairs, kongs, pungs = (
        [each for each in reading.groups if each.shape == shape] for shape in ("pair", "kong", "pung")
    )
    kinds, least = hand.get("sets", ([], 0))
    sets = [each for each in pungs + kongs if each.tiles[0] in kinds]
    return (
        bool(hand.get("chows") or not reading.chows)
        and len(kongs) >= hand.get("kongs", 0)
        and len(sets) >= least
        and all(each.tiles[0] in hand.get("pair", KINDS) for each in pairs)
        and not (hand.get("concealed") and reading.before & EXPOSED)
        and _allowed(hand, held)
    )
