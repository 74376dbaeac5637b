"""The engine's command line; see `scoring.commands`."""

import os
import sys

from scoring.commands import main


def run() -> int:
    """Run the command line; end quietly when whoever reads the answers has seen enough (`| head`)."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at exit and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(run())
