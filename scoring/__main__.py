"""The engine's command line; see `scoring.commands`."""

import sys

from scoring.commands import main

if __name__ == "__main__":
    sys.exit(main())
