"""QR codes of many addresses that differ in their numbers alone.

A code takes segno 4 ms, and an event has hundreds. For one size, mask and level of correction every module is
a sum, modulo 2, of bits of the text: what a bit changes it changes in every text of that length. So the code
of the address with zeros is made once, and what each bit of each digit changes in it.
"""

import re
from functools import lru_cache

import segno

DIGIT = re.compile("[0-9]")
LETTER = re.compile("[^0-9A-Z $%*+./:-]")  # without any the code would be of another kind
BITS = (1, 2, 4, 8)  # of a digit; what they make of a zero are digits, too


def rows_of(text: str) -> list[str]:
    """Give the modules of a code, row by row: 1 is dark."""
    dark, side = _made(text) if LETTER.search(text) is None else _summed(text)
    modules = f"{dark:0{side * side}b}"
    return [modules[at : at + side] for at in range(0, len(modules), side)]


def _summed(text: str) -> tuple[int, int]:
    zeros = DIGIT.sub("0", text)
    dark, side = _made(zeros)
    for digit in DIGIT.finditer(text):
        for bit in BITS:
            if int(digit[0]) & bit:
                dark ^= _changed(zeros, digit.start(), bit)
    return dark, side


@lru_cache(maxsize=256)
def _changed(zeros: str, place: int, bit: int) -> int:
    """Give the modules that a bit of the digit at a place changes."""
    return _made(zeros)[0] ^ _made(f"{zeros[:place]}{bit}{zeros[place + 1 :]}")[0]


@lru_cache(maxsize=64)
def _made(text: str) -> tuple[int, int]:
    """Give the modules of a code as one number, row by row, and how many a side has."""
    matrix = segno.make(text, error="m", micro=False, mask=2).matrix  # any mask is valid; eight are slow
    return int("".join(str(module) for row in matrix for module in row), 2), len(matrix)
