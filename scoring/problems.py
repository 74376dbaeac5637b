"""What can be wrong with a hand, a deal or a rule set: codes, sentences, facts.

A problem is a value, not an exception; only input that is not even well formed, or a rule set that cannot
be used, is raised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from scoring.wording import _ as _
from scoring.wording import say

SENTENCES: Final[Mapping[str, str]] = {
    "malformed": _("{where}: {expected} expected."),
    "unknown_tile": _("There is no tile called {tile}."),
    "too_many_of_kind": _("The hand holds {count} × {tile}; there are only four."),
    "too_many_of_kind_in_deal": _("The four hands together hold {count} × {tile}; there are only four."),
    "bonus_not_allowed": _("Flowers and seasons are not used under these rules: {tiles}."),
    "bonus_repeated": _("There is only one {tile}."),
    "bonus_in_hand": _("A flower or season lies beside the hand, not in it: {tiles}."),
    "joker_not_allowed": _("Jokers are not used in this deal."),
    "bad_meld": _("These tiles make no chow, pung or kong: {tiles}."),
    "too_few_tiles": _("The hand has {count} tiles (a kong counted as three); it needs {needed}."),
    "too_many_tiles": _("The hand has {count} tiles (a kong counted as three); it may have {needed}."),
    "unshown_not_allowed": _("A mah-jong shows every tile; of this one {count} are not shown."),
    "too_many_chows": _("A mah-jong may hold at most {limit} chow."),
    "not_a_mahjong": _("These tiles are neither four sets and a pair nor a special hand."),
    "winning_tile_missing": _("The winning tile is not given."),
    "winning_tile_not_in_rack": _("The winning tile, {tile}, is not among the tiles in hand."),
    "win_source_missing": _("It is not said where the winning tile came from."),
    "unknown_win_source": _("{win_source} is not a way to win a tile."),
    "win_source_does_not_fit": _("The hand cannot have been won like this ({win_source}): {reason}."),
    "flag_does_not_fit": _("{flag} does not agree with this hand."),
    "unknown_flag": _("{flag} is not known."),
    "unknown_wind": _("{wind} is not a wind; E, S, W or N is needed."),
    "unknown_ruleset": _("There is no rule set called {ruleset}."),
    "unknown_option": _("The rules have no option called {option}."),
    "bad_option": _("{value} is no value for the option {option}."),
    "bad_ruleset": _("The table of the rule set is at fault: {where}: {fault}."),
    "wrong_number_of_players": _("These rules are for {allowed} players, not for {players}."),
    "goulash_not_allowed": _("These rules have no goulash and no wild tiles."),
    "not_a_goulash": _("This deal is no goulash: no tile is wild in it."),
    "wild_missing": _("This deal is a goulash: say for all hands alike which tiles are wild ({tiles})."),
    "dead_hand": _("A dead hand may not go mah-jong."),
    "short_hand": _("A short hand may not go mah-jong."),
    "long_hand": _("A long hand may not go mah-jong."),
    "fishing_not_declared": _("Who has not declared fishing may not go mah-jong on that tile."),
    "special_hand_repeated": _(
        "{special} would be this player’s third mah-jong running with the same special hand."
    ),
    "unknown_special_hand": _("These rules have no special hand called {special}."),
    "not_enough_for_two_players": _("With two players a mah-jong needs four doubles or half the limit."),
    "several_winners_not_allowed": _("Only one player can win a deal: {seats}."),
    "no_winner": _("The deal is won, but the winner is not given."),
    "winner_does_not_fit": _("A deal without mah-jong has no winner: {seats}."),
    "discarder_does_not_fit": _("The discarder does not agree with how the tile was won: {reason}."),
    "seat_does_not_play": _("{seat} has no hand and no wind in this deal; it is played by {seats}."),
    "seat_cannot_change": _("{seat} cannot be taken or left before this deal: {reason}."),
    "claim_does_not_stand": _("The call of {seat} cannot stand: {reason}."),
    "wind_does_not_fit": _("The hand names {wind}; in this deal it is {expected_wind}."),
    "hand_missing": _("The hand of this seat is needed to count the deal."),
    "points_out_of_range": _("A hand is worth from 0 to {limit}, not {points}."),
    "unknown_penalty": _("The rules know no penalty called {penalty}."),
    "penalty_does_not_fit": _("The penalty {penalty} does not fit this deal: {reason}."),
    "below_minimum": _(
        "The mah-jong is worth {value}, less than the {minimum} a winner needs: the player drops out."
    ),
    "dropped_does_not_fit": _("Only who shows a mah-jong worth less than {minimum} drops out of the deal."),
    "dropping_not_allowed": _("Nobody drops out of a deal under these rules: {seats}."),
    "fishing_not_shown": _(
        "Fishing was declared, but only a hand that shows every tile is paid for it: it counts its points."
    ),
    "not_fishing": _(
        "Fishing was declared, but the hand is not one tile short of a mah-jong: it counts its points."
    ),
}
WITHOUT_CHOWS: Final = _("This deal is played without chows.")  # of too many chows, where none is allowed


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault: a stable code, the tiles and seat concerned, the facts that fill its sentence."""

    code: str
    tiles: tuple[str, ...] = ()
    seat: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def template(self) -> str:
        """Give the English sentence with its facts as named fields."""
        if self.code == "too_many_chows" and not self.facts.get("limit", 1):
            return WITHOUT_CHOWS
        return SENTENCES[self.code]

    @property
    def message(self) -> str:
        """Say the fault in English, tiles by their names."""
        return say(self.template, self.facts)

    def at(self, seat: str) -> Problem:
        """Give the same fault, laid at a seat."""
        return Problem(self.code, self.tiles, seat, self.facts)

    def to_json(self) -> dict[str, Any]:
        """Print the fault: code, message, tiles, and where there are any the seat and the facts."""
        printed: dict[str, Any] = {"code": self.code, "message": self.message, "tiles": list(self.tiles)}
        rare = {"seat": self.seat, "facts": dict(self.facts)}
        return printed | {key: value for key, value in rare.items() if value}


class MalformedHand(ValueError):
    """Raised for input that is not a hand or a deal at all; `problems` tells where."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


class RuleSetError(ValueError):
    """Raised for a rule set, an option or a table that cannot be used; `problems` tells why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


class SettlementError(ValueError):
    """Raised for values or penalties that cannot be settled; `problems` tells why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)
