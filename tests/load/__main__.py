"""Run the loads that are named, or all, and print their table: `python -m tests.load --help` tells how."""

import argparse
import resource
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.load import load_crowd, load_growth, load_sizes, load_streams, load_sustained
from tests.load.beside import measured_beside
from tests.load.forms import FORMS, TITLES
from tests.load.lengths import FULL, SHORT, Length
from tests.load.rows import Row, table, written

LOADS: dict[str, Callable[[str, Length], list[Row]]] = {
    "crowd": load_crowd.measure,
    "sustained": load_sustained.measure,
    "streams": load_streams.measure,
    "sizes": load_sizes.measure,
    "growth": load_growth.measure,
}


def asked(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make load", description="Measure what the site bears.")
    parser.add_argument("names", nargs="*", metavar="LOAD", help=f"of {', '.join(LOADS)}; all without")
    parser.add_argument("--form", choices=FORMS, help="only this form of the site")
    parser.add_argument("--beside", metavar="COMMIT", help="measure the site of that commit, too")
    parser.add_argument("--short", action="store_true", help="everything small: figures say nothing")
    parser.add_argument("--told", type=Path, metavar="FILE", help="write the figures there, too, as JSON")
    found = parser.parse_args(arguments)
    if unknown := set(found.names) - set(LOADS):
        parser.error(f"there is no load {', '.join(sorted(unknown))}")
    return found


def main(arguments: Sequence[str]) -> int:
    """Measure what was asked for, one load after the other; print and write the figures."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    chosen = asked(arguments)
    rows: list[Row] = []
    for form in [chosen.form] if chosen.form else FORMS:
        for name in chosen.names or LOADS:
            print(f"{name}, {TITLES[form]} ...", flush=True)
            rows += LOADS[name](form, SHORT if chosen.short else FULL)
    if chosen.told:
        chosen.told.write_text(written(rows))
    print(table(rows, measured_beside(chosen.beside, arguments) if chosen.beside else ()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
