"""Cannon, letter by letter."""

import pytest

from scoring import cannon
from tests.scoring.declaring import hand


@pytest.mark.parametrize(
    ("tiles", "won", "letters"),
    [
        ("C1C1C1 C3C3C3 C5C5C5 | C7 C7 C7 WE WE", "discard C7", "a"),
        ("C1C2C3 C3C3C3 C5C5C5 | C7 C7 C7 WE WE", "discard C7", "a"),
        ("C1C1C1 C3C3C3 C5C5C5 | C7 C7 C7 WE WE", "discard WE", ""),
        ("C1C1C1 C3C3C3 C5C5C5 | B7 B7 B7 C9 C9", "discard B7", ""),
        ("C1C1C1 C3C3C3 B5B5B5 | C7 C7 C7 WE WE", "discard C7", ""),
        ("C1C1C1 C3C3C3 C5C5C5C5^ | C7 C7 C7 WE WE", "discard C7", ""),
        ("C1C1C1C1 C3C3C3C3 | C5 C5 C5 C7 C7 C7 WE WE", "discard C7", ""),
        ("C1C1C1 C3C3C3 C5C5C5 | C7 C7 C7 WE WE", "wall C7", ""),
        ("C1C1C1 C3C3C3 C5C5C5 | C6 C7 C8 WE WE", "robbed_kong C7", ""),
        ("C1C1C1 C3C3C3 C5C5C5 | C7 C7 C7 WE WE", "last_discard C7", "a"),
        ("WEWEWE WSWSWS WWWWWWWW | WN WN WN C1 C1", "discard WN", "b"),
        ("WEWEWE WSWSWS WWWWWW | WN WN WN C1 C1", "discard C1", ""),
        ("WEWEWE WSWSWS WWWWWWWW^ | WN WN WN C1 C1", "discard WN", ""),
        ("WEWEWE WSWSWS | WW WW WW WN WN WN C1 C1", "discard WN", ""),
        ("DRDRDR DGDGDG | DW DW DW C1 C1 C1 B2 B2", "discard DW", "c"),
        ("DRDRDR DGDGDG C1C1C1 | DW DW DW B2 B2", "discard B2", ""),
        ("DRDRDR | DG DG DG DW DW DW C1 C1 C1 B2 B2", "discard DW", ""),
        ("B1B1B1 C9C9C9 D1D1D1 | D9 D9 D9 B9 B9", "discard D9", "d"),
        ("B1B1B1 C9C9C9 D1D1D1 | D9 D9 D9 WE WE", "discard WE", ""),
        ("B1B1B1 C9C9C9 | D1 D1 D1 D9 D9 D9 B9 B9", "discard D9", ""),
        ("B2B2B2 B3B3B3 DGDGDG | B4 B4 B4 B6 B6", "discard B4", "e"),
        ("B2B2B2 B3B3B3 B4B4B4 | B6 B6 B6 DG DG", "discard DG", "e"),
        ("B2B2B2 B3B3B3 B4B4B4 | B6 B6 B6 DG DG", "discard B6", "ae"),
        ("B2B2B2 B3B3B3 B4B4B4 | B5 B5 B5 DG DG", "discard B5", "a"),
        ("B2B3B4 B3B3B3 DGDGDG | B4 B4 B4 B6 B6", "discard B4", ""),
        ("B2B2B2 B3B3B3 | B4 B4 B4 DG DG DG B6 B6", "discard B6", ""),
        ("C1C1C1 C3C3C3 C5C5C5 | C7 C7 C7 WE WE", "discard", ""),
    ],
)
def test_it_finds_the_letters_the_discard_breaks(tiles: str, won: str, letters: str) -> None:
    assert cannon(hand(tiles, won)) == letters
