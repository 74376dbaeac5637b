"""Many cases that are alike: some for every run, the others for the soaks, each in its turn."""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest


def some(cases: Iterable[tuple[Any, ...]], every: int) -> list[Any]:
    """Keep about one of so many cases for every run, spread as by chance; mark the others `in_turn`."""
    later = pytest.mark.in_turn
    return [case if _is_kept(case, every) else pytest.param(*case, marks=later) for case in cases]


def _is_kept(case: tuple[Any, ...], every: int) -> bool:
    """Choose by what the case says: by its place, a grid would lose whole columns."""
    return crc32(repr(case).encode()) % every == 0
