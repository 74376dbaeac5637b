"""The line that carries a figure of a result with its tiles, its source and its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from scoring.wording import _, say

LINE_SENTENCES: Final[Mapping[tuple[str, str], str]] = {
    ("points", "exposed pung"): _("Exposed pung of {tile}: {amount} points."),
    ("points", "concealed pung"): _("Concealed pung of {tile}: {amount} points."),
    ("points", "exposed kong"): _("Exposed kong of {tile}: {amount} points."),
    ("points", "concealed kong"): _("Concealed kong of {tile}: {amount} points."),
    ("points", "pair of own_wind"): _("Pair of the player’s own wind ({tile}): {amount} points."),
    ("points", "pair of round_wind"): _("Pair of the round wind ({tile}): {amount} points."),
    ("points", "pair of dragon"): _("Pair of dragons ({tile}): {amount} points."),
    ("points", "mahjong"): _("Mah-jong: {amount} points."),
    ("points", "wall"): _("The winning tile was drawn from the wall: {amount} points."),
    ("points", "wall loose_tile"): _("The winning tile was a loose tile from the wall: {amount} points."),
    ("points", "only_possible_tile"): _("No other tile than {tile} would have won: {amount} points."),
    ("doubles", "own_wind"): _("Set of the player’s own wind ({tile}): × {factor}."),
    ("doubles", "round_wind"): _("Set of the round wind ({tile}): × {factor}."),
    ("doubles", "dragons"): _("Set of dragons ({tile}): × {factor}."),
    ("doubles", "original_call"): _("Fishing at the first discard and never changed: × {factor}."),
    ("doubles", "no_chow"): _("No chow in the mah-jong: × {factor}."),
    ("doubles", "concealed"): _("Fully concealed: × {factor}."),
    ("doubles", "one_suit"): _("All suited tiles of one suit: × {factor}."),
    ("doubles", "all_majors"): _("Only ones, nines and honours: × {factor}."),
    ("doubles", "loose_tile"): _("Won on a loose tile: × {factor}."),
    ("doubles", "last_wall"): _("Won on the last tile of the wall: × {factor}."),
    ("doubles", "last_discard"): _("Won on the last discard: × {factor}."),
    ("doubles", "robbed_kong"): _("Won by robbing a kong: × {factor}."),
    ("doubles", "special"): _("{special}: × {factor} instead of the ordinary doubles."),
    ("doubles", "special added"): _("{special}: × {factor}."),
    ("doubles", "special fishing"): _("Fishing for {special}: × {factor} instead of the ordinary doubles."),
    ("points", "bonus"): _("Flower or season ({tile}): {amount} points."),
    ("points", "own_bonus"): _("The player’s own flower or season ({tile}): {amount} points."),
    ("points", "other_bonus"): _("Another player’s flower or season ({tile}): {amount} points."),
    ("points", "no_scoring_group"): _("No group that counts: {amount} points."),
    ("points", "no_chow"): _("No chow in the mah-jong: {amount} points."),
    ("points", "dead_end"): _("The winning tile was drawn from the dead end of the wall: {amount} points."),
    ("points", "last_wall"): _("The winning tile was the last of the live wall: {amount} points."),
    ("points", "pair_completed"): _("The winning tile completed the pair: {amount} points."),
    ("points", "four_chows"): _("Four chows and a pair: {amount} points."),
    ("doubles", "own_flower"): _("The player’s own flower ({tile}): × {factor}."),
    ("doubles", "own_season"): _("The player’s own season ({tile}): × {factor}."),
    ("doubles", "all_flowers"): _("All four flowers: × {factor}."),
    ("doubles", "all_seasons"): _("All four seasons: × {factor}."),
    ("doubles", "one_suit_honours"): _("One suit with honours: × {factor}."),
    ("doubles", "one_suit_only"): _("One suit only: × {factor}."),
    ("doubles", "all_honours"): _("Winds and dragons only: × {factor}."),
    ("doubles", "pungs_only"): _("Pungs and kongs only: × {factor}."),
    ("doubles", "figures_of_dragons_or_own_wind"): _(
        "Every set is of dragons or of the player’s own wind: × {factor}."
    ),
    ("doubles", "dealt"): _("Mah-jong as dealt: × {factor}."),
    ("doubles", "favoured_won"): _("The player who is paid double won: × {factor}."),
    ("value", "bonus apart"): _("Flowers and seasons, counted on their own: {amount}."),
    ("value", "special"): _("{special}: {amount}."),
    ("value", "special fishing"): _("Fishing for {special}: {amount}."),
    ("value", "limit"): _("The count of {counted} is cut at the limit: {amount}."),
    ("value", "long_hand"): _("A long hand counts nothing: {amount}."),
    ("points", "unshown"): _("Tiles not shown ({count}): {amount} points."),
    ("value", "counted"): _("Counted at the table: {amount}."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of a result: points, doubles or a whole value, with tiles, source and sentence."""

    code: str
    kind: str
    amount: int
    tiles: tuple[str, ...]
    source: str
    sentence: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def message(self) -> str:
        """Say the line in English."""
        return _in_english(self.sentence, tuple(self.facts.items()))

    def to_json(self) -> dict[str, Any]:
        """Print the line with its English sentence, and what that can be translated from."""
        return {
            "code": self.code,
            "kind": self.kind,
            "amount": self.amount,
            "tiles": list(self.tiles),
            "source": self.source,
            "text": self.message,
            "sentence": self.sentence,
            "facts": dict(self.facts),
        }


@lru_cache(maxsize=8192)
def _in_english(sentence: str, facts: tuple[tuple[str, Any], ...]) -> str:
    """Say a sentence; the same lines come again and again, as no hand does."""
    return say(sentence, dict(facts))


def sentence_key(kind: str, code: str, shape: str) -> str:
    """Find which sentence tells what a row pays for: the closest there is for its code and shape."""
    close = (f"{code} {shape}", shape)
    return next((key for key in close if (kind, key) in LINE_SENTENCES), code)


def line(
    code: str,
    kind: str,
    amount: int,
    source: str,
    tiles: tuple[str, ...] = (),
    sentence: str = "",
    **facts: Any,
) -> Line:
    """Make a line; its sentence is found by kind and `sentence` (a key, or the code)."""
    told = {"amount": amount, **facts}
    if kind == "doubles":
        told["factor"] = 1 << amount
    if tiles:
        told["tile"] = tiles[0]
    return Line(code, kind, amount, tiles, source, LINE_SENTENCES[kind, sentence or code], told)
