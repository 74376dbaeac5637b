"""What a benchmark says at its end of the bars it was to keep."""

from collections.abc import Sequence


def verdict(missed: Sequence[str]) -> str:
    """Name each bar that was missed."""
    return f"bars missed: {'; '.join(missed)}" if missed else "all bars kept"
