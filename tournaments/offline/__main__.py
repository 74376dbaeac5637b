"""Bring what the tablets need to score without network: `python -m tournaments.offline`."""

import sys

from tournaments.offline import pyodide


def main() -> int:
    """Bring Pyodide; say loudly where that fails, for the program runs on without it."""
    if pyodide.is_there():
        return 0
    print(f"Fetching Pyodide {pyodide.VERSION}, by which tablets score without network ...", flush=True)
    try:
        pyodide.bring()
    except pyodide.NotBrought as fault:
        print(f"!!!!!!!! PYODIDE COULD NOT BE FETCHED: {fault}", file=sys.stderr)
        print("!!!!!!!! Everything works, but a tablet's preview needs the server.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
