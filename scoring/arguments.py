"""What the command line takes, and the help that a club secretary reads."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from scoring.tiles import WINDS
from scoring.wording import WIN_SOURCE_NAMES

ABOUT: Final = """\
Score mah-jong hands, settle deals and play games through by the rules of a club.

To count one hand of the table, type it as text:

  python -m scoring explain "[B111] C234 D555 DRRR WEE*"
  python -m scoring explain --help        how hands are typed
  python -m scoring rules                 which rule sets there are

The other commands are for programs: they read JSON, one object a line, and answer each line in its turn.
"""
NOTATION: Final = """\
Tiles
  B1 to B9 bamboos, C1 to C9 characters, D1 to D9 circles, WE WS WW WN winds, DR DG DW dragons (red, green,
  white), F1 to F4 flowers, S1 to S4 seasons, J joker. Capitals do not matter.
  Several tiles can be typed as one word: B123 is B1 B2 B3, WEE is WE WE, B9B9B9 is B9 B9 B9.

Hands
  [B111]     an exposed set, lying on the table
  (C9999)    a concealed kong; {C9999} is the same
  ~[B111]    a set that was taken wrongly and counts nothing
  B123 WEE   tiles in the hand, in any order
  WE*        the winning tile: it makes the hand a mah-jong
  +F1        a flower or a season
  #fishing   said by a player who did not win; also #original_call, #twofold_fortune, #short_hand,
             #long_hand, #dead_hand
  #unshown:5 so many tiles of a player who did not win were not shown
  =24        a hand given only as its value

Examples
  python -m scoring explain "[B111] C234 D555 DRRR WEE*" --seat S --round E --won discard
  python -m scoring explain "B1 B9 C1 C9 D1 D9 WESWN DRGW #fishing"
"""
SCORE: Final = """\
Count hands. Each line of the input is a hand as JSON:

  {"id": 1, "melds": [{"tiles": ["B1", "B1", "B1"], "concealed": false}], "concealed": ["C2", "C3", ...],
   "winning_tile": "C4", "win_source": "discard", "own_wind": "S", "round_wind": "E", "is_winner": true}

The answer tells the value, each figure with the rule it comes from, or every fault of the hand. To try a hand
or two, `python -m scoring explain` is easier.
"""
SETTLE: Final = """\
Settle deals: who pays whom. Each line of the input is a deal as JSON:

  {"values": {"E": 20, "S": 80, "W": 60, "N": 40}, "winners": ["S"]}

`winners` is empty for a draw. `penalties` and `dropped` may be added, `players` at a table of two, three or
five (R is the fifth seat), and `east` where another seat than E is East.
"""
PLAY: Final = """\
Play games through: who is East in each deal. Each line of the input is a game as JSON:

  {"players": ["Anna", "Ben", "Cleo", "Dan"], "outcomes": [["Anna"], "draw", ["Cleo"]]}

The players are named in the order East, South, West, North of the first deal; "ended" is a deal that a
penalty broke off, "void" one that was annulled. At a table of two they are East and West, of three one may be
null, of five the last rests first. `arrivals` and `substitutions`, {"seat", "from_deal", "in"}, and
`departures`, {"seat", "from_deal"}, say who comes and goes.
"""
WAITS: Final = """\
List the tiles that complete a hand, and what the mah-jong would be worth with each. Each line of the input
is a hand of thirteen tiles as JSON, as for `score`.
"""
RULES: Final = """\
Print a rule set as a table: points, doubles, special hands, penalties and options, each with its source.
Without a name, list the rule sets.
"""

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m scoring", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    _explain(_command(commands, "explain", "draw one hand and show how it is counted", NOTATION))
    for name, about, description in (
        ("score", "count hands (JSON lines)", SCORE),
        ("waits", "what hands are waiting for (JSON lines)", WAITS),
        ("settle", "who pays whom (JSON lines)", SETTLE),
        ("play", "who is East in each deal of a game (JSON lines)", PLAY),
    ):
        _of_table(_command(commands, name, about, description))
    rules = _command(commands, "rules", "print a rule set, or list them", RULES)
    rules.add_argument("ruleset", nargs="?", metavar="NAME", help="a rule set")
    return made


def _command(commands: Commands, name: str, about: str, description: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name, help=about, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def _of_table(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rules",
        default="bmja-tournament",
        metavar="NAME",
        help="the rule set (default: %(default)s); `python -m scoring rules` lists them",
    )
    command.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="NAME=VALUE",
        help="set an option of the rules; may be given several times",
    )
    command.add_argument(
        "--players", type=int, default=4, metavar="N", help="players at the table (default: 4)"
    )


def _explain(command: argparse.ArgumentParser) -> None:
    command.add_argument("hand", nargs="+", metavar="HAND", help="the tiles, best between quotation marks")
    for name, what in (("seat", "the player's own wind"), ("round", "the wind of the round")):
        command.add_argument(
            f"--{name}", default="E", type=str.upper, choices=WINDS, help=f"{what} (default: %(default)s)"
        )
    ways = "; ".join(f"{code}: {told}" for code, told in WIN_SOURCE_NAMES.items())
    command.add_argument(
        "--won",
        default="wall",
        choices=list(WIN_SOURCE_NAMES),
        metavar="HOW",
        help=f"how the winning tile came (default: %(default)s). {ways}",
    )
    _of_table(command)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text}: NAME=VALUE expected")
    return name, value
