"""Sparrows' rules engine: hands in, values and reasons out; settlement, rotation, deals.

>>> rules = load_rules("bmja-tournament")
>>> settle({"E": 20, "S": 80, "W": 60, "N": 40}, ["S"], rules).net
{'E': -280, 'S': 320, 'W': 20, 'N': -60}
"""

from scoring.cannon import cannon
from scoring.citing import TEXT_NAMES, Citation, cited, written
from scoring.claims import Claim, Precedence, precedence
from scoring.deals import ScoredDeal, score_deal
from scoring.declaration import Deal
from scoring.explanation import LINE_SENTENCES, Line
from scoring.game import play
from scoring.hands import MOST_UNSHOWN, Counted, Hand, Meld
from scoring.interpretations import Interpretation
from scoring.keeping import kept, restored
from scoring.nearest import Nearest, nearest
from scoring.play import CHAIRS, ESWN, FIFTH, Position, advance, first_position, seated_at
from scoring.problems import SENTENCES, MalformedHand, Problem, RuleSetError, SettlementError
from scoring.readings import Group, Reading
from scoring.ring import gathered, handed_over, joined, left
from scoring.rules import OptionSpec, RuleSet, load_rules, ruleset_ids
from scoring.scored import ScoredHand
from scoring.settlement import Payment, Settlement, settle
from scoring.tiles import KINDS
from scoring.tiles import WINDS as SEATS
from scoring.valuation import score
from scoring.waits import WaitValue, wait_values
from scoring.wording import (
    CALL_NAMES,
    DOUBLE_NAMES,
    FLAG_NAMES,
    PENALTY_NAMES,
    POINT_NAMES,
    SEAT_NAMES,
    SPECIAL_NAMES,
    TILE_NAMES,
    VOCABULARY,
    WIN_SOURCE_NAMES,
    _,
    say,
)

__all__ = [
    "CALL_NAMES",
    "CHAIRS",
    "DOUBLE_NAMES",
    "ESWN",
    "FIFTH",
    "FLAG_NAMES",
    "KINDS",
    "LINE_SENTENCES",
    "MOST_UNSHOWN",
    "PENALTY_NAMES",
    "POINT_NAMES",
    "SEATS",
    "SEAT_NAMES",
    "SENTENCES",
    "SPECIAL_NAMES",
    "TEXT_NAMES",
    "TILE_NAMES",
    "VOCABULARY",
    "WIN_SOURCE_NAMES",
    "Citation",
    "Claim",
    "Counted",
    "Deal",
    "Group",
    "Hand",
    "Interpretation",
    "Line",
    "MalformedHand",
    "Meld",
    "Nearest",
    "OptionSpec",
    "Payment",
    "Position",
    "Precedence",
    "Problem",
    "Reading",
    "RuleSet",
    "RuleSetError",
    "ScoredDeal",
    "ScoredHand",
    "Settlement",
    "SettlementError",
    "WaitValue",
    "_",
    "advance",
    "cannon",
    "cited",
    "first_position",
    "gathered",
    "handed_over",
    "joined",
    "kept",
    "left",
    "load_rules",
    "nearest",
    "play",
    "precedence",
    "restored",
    "ruleset_ids",
    "say",
    "score",
    "score_deal",
    "seated_at",
    "settle",
    "wait_values",
    "written",
]
