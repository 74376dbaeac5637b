"""What words of the table mean under a rule set: its figures, and the line where that is written.

The sentences stand here, figures and sources in the tables. A word that the rules do not use is not told.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import RuleSet
from scoring.points import pays_fishing
from scoring.rules import Row
from scoring.wording import written

FACTOR = _("It counts × {factor}.")
POINTS = _("Points for it: {amount}.")
NOTHING = _("These rules give nothing more for it.")
ORIGINAL_CALL = _(
    "The hand was fishing at the first discard, and that was said. No tile of it changed until it won."
)
ROBBED_KONG = _(
    "Another player adds the fourth tile to an exposed pung, and just that tile wins: the winner takes it."
)
EVERYBODY = _("Everybody who can win on it may.")
ONLY_POSSIBLE_TILE = _(
    "No other kind of tile would have completed the hand to any mah-jong. How many of them are left does not"
    " matter."
)
SHORT_HAND = _("The hand lacks a tile. It cannot win; what it holds counts.")
NOTHING_TO_MEND = _("No tile is drawn to make up for it, and no discard is claimed.")
LONG_HAND = _("The hand has a tile too many. It cannot win and counts nothing.")
DEAD_HAND = _("The hand may no longer win. What it holds counts.")
WRONG_CLAIM = _(
    "A discard was claimed wrongly and not put right before the next draw. The hand may no longer win, and"
    " the set laid with that tile counts nothing."
)
FISHING = _("The hand lacks one tile, and that was said before anybody won.")
FISHING_PAID = _("Fishing for a special hand is paid here, {amount} at most.")
FISHING_DOUBLES = _("Doubles of the whole hand count for it, too.")
FORGOT = _(
    "Who lacks one tile must say so before winning. Who forgot discards the tile, says it, and waits for"
    " another one. Enter it if it was still unsaid at the end: no win, and nothing for fishing."
)
PENALTIES = {
    "misnamed_discard": _(
        "Who discarded said a wrong name, and somebody wanted the tile for a pung, kong or chow. The offender"
        " pays {amount} to each player misled; play goes on."
    ),
    "misnamed_discard_mahjong": _(
        "Who discarded said a wrong name, and the tile was wanted for mah-jong. The offender pays the winner"
        " what all three would owe. The others pay nothing to each other."
    ),
    "false_mahjong": _(
        "Somebody called mah-jong in error, and nobody else had shown tiles yet. Nobody pays, and play goes"
        " on: it ends no deal."
    ),
    "false_mahjong_exposed": _(
        "Somebody called mah-jong in error, and another player had shown tiles by then. The deal ends. The"
        " offender pays {amount} to each of the three."
    ),
    "cannon": _(
        "The discard was the obvious tile for what the winner had on the table, and the winner had declared"
        " fishing. The discarder pays for all three. The others pay nothing to each other."
    ),
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word means, in two or three sentences of the reader's language; `source` as in the table."""

    text: str
    source: str


def meanings(rules: RuleSet) -> dict[str, Meaning]:
    """Tell the words that the rules have a use for, by the codes of doubles, points, flags and penalties."""
    told = {
        "original_call": _paid(rules.doubles, "original_call", [ORIGINAL_CALL]),
        "robbed_kong": _robbed_kong(rules),
        "only_possible_tile": _paid(rules.points, "only_possible_tile", [ONLY_POSSIBLE_TILE]),
        "short_hand": _short_hand(rules),
        "long_hand": _meaning([LONG_HAND], _penalty_source(rules, "long_hand")),
        "dead_hand": _dead_hand(rules),
        "fishing": _fishing(rules),
        "fishing_not_declared": _forgot(rules),
        **{code: _penalty(rules, code) for code in (*PENALTIES, "wrong_claim")},
    }
    return {code: meaning for code, meaning in told.items() if meaning}


def _meaning(sentences: Iterable[Promise], source: str, **figures: int) -> Meaning:
    facts = {name: written(figure) for name, figure in figures.items()}
    return Meaning(" ".join(str(each).format(**facts) for each in sentences), source)


def _paid(rows: Iterable[Row], code: str, sentences: Iterable[Promise]) -> Meaning | None:
    """Say what a row gives; None where there is no such row, or an option makes it worth nothing."""
    row = next((row for row in rows if row.code == code and row.amount), None)
    if row is None:
        return None
    given = FACTOR if row.kind == "doubles" else POINTS
    return _meaning([*sentences, given], row.source, factor=1 << row.amount, amount=row.amount)


def _robbed_kong(rules: RuleSet) -> Meaning:
    sentences = [ROBBED_KONG, *([EVERYBODY] if rules.settlement["several_winners"] else [])]
    return _paid(rules.doubles, "robbed_kong", sentences) or _meaning([*sentences, NOTHING], "")


def _penalty_source(rules: RuleSet, code: str) -> str:
    """Cite the row of an error; rules without such rows say at one place what a declared hand may be."""
    return rules.penalties[code].source if code in rules.penalties else rules.sources["long_hand"]


def _short_hand(rules: RuleSet) -> Meaning:
    known = "short_hand" in rules.penalties
    return _meaning([SHORT_HAND, *([NOTHING_TO_MEND] if known else [])], _penalty_source(rules, "short_hand"))


def _dead_hand(rules: RuleSet) -> Meaning:
    known = "wrong_claim" in rules.penalties
    return _meaning([WRONG_CLAIM if known else DEAD_HAND], _penalty_source(rules, "wrong_claim"))


def _penalty(rules: RuleSet, code: str) -> Meaning | None:
    """Say what happened and who pays, where the rules have such a penalty."""
    row = rules.penalties.get(code)
    return _meaning([PENALTIES.get(code, WRONG_CLAIM)], row.source, amount=row.amount) if row else None


def _fishing(rules: RuleSet) -> Meaning | None:
    """Say what fishing is worth, where it is worth anything."""
    if not pays_fishing(rules):
        return None
    most = max((row.fishing or 0 for row in rules.special), default=0)
    sentences = [FISHING, *([FISHING_PAID] if most else [])]
    if any(row.who == "winner_or_fishing" for row in rules.doubles):
        sentences.append(FISHING_DOUBLES)
    return _meaning(sentences, rules.sources["fishing"], amount=most)


def _forgot(rules: RuleSet) -> Meaning | None:
    row = rules.penalties.get("fishing_not_declared")
    return _meaning([FORGOT], row.source) if row else None
