"""What a server has loaded is never garbage: the collector need not look for any in it."""

import gc


def keep_what_is_loaded() -> None:
    """Leave everything that is there out of all later collections; call it when all is imported.

    Else every full collection looks at some 120,000 objects of Django and ours, and whoever is being answered
    waits for it: the slowest of cold standings took twice as long (`tests/benchmarks/bench_standings.py`).
    """
    gc.collect()
    gc.freeze()
