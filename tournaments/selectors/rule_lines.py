"""A rule set in sentences, for pages and papers: what counts for whom, who pays whom, who is East next."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import RuleSet
from scoring.points import pays_fishing, whole_hand_rows
from tournaments.selectors.explained import penalty_name, special_name
from tournaments.wording import anchors
from tournaments.wording.tiles import tile_name, wind_name

OF = {
    "minor": _("of suited tiles from 2 to 8"),
    "major": _("of ones, nines, winds or dragons"),
    "own_wind": _("of the player’s own wind"),
    "round_wind": _("of the round wind"),
    "dragon": _("of dragons"),
}
EXPOSED = {True: _("exposed"), False: _("concealed"), None: ""}
SHAPES = {
    "loose_tile": _("with a loose tile"),
    "concealed_but_for_the_last": _("but for the last tile"),
}
WHO = {"all": _("everybody"), "winner": _("the winner"), "winner_or_fishing": _("the winner, or a fisher")}
OF_BONUS_TILES = ("bonus", "own_flower", "own_season", "all_flowers", "all_seasons")


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A row of the rules as people read it."""

    anchor: str
    name: str
    amount: Any
    who: Any
    source: str


def rows_in_play(rows: Iterable[Any], rules: RuleSet) -> list[RuleLine]:
    """Give the rows that are in play: those of flowers and seasons only where these are used."""
    names = {**scoring.POINT_NAMES, **scoring.DOUBLE_NAMES}
    return [
        RuleLine(anchors.of_row(row), _row_name(row, names), row.amount, WHO[row.who], row.source)
        for row in rows
        if rules.bonus_tiles or row.code not in OF_BONUS_TILES
    ]


def citable(rules: RuleSet) -> list[tuple[str, list[RuleLine]]]:
    """List the lines that a ruling may name, under the headings of the page of the rules."""
    penalties = [
        RuleLine(anchors.of_penalty(row.code), penalty_name(row.code), row.amount, "", row.source)
        for row in rules.penalties.values()
    ]
    special = [
        RuleLine(anchors.of_special(row.code), row.name or special_name(row.code), None, "", row.source)
        for row in rules.special
    ]
    return [
        (gettext("Errors and penalties"), penalties),
        (gettext("Points"), rows_in_play(rules.points, rules)),
        (gettext("Doubles"), rows_in_play(rules.doubles, rules)),
        (gettext("Special hands"), special),
    ]


def by_anchor(rules: RuleSet) -> dict[str, RuleLine]:
    """Give each line that a ruling may name by its place on the page of the rules."""
    return {line.anchor: line for _heading, lines in citable(rules) for line in lines}


def _row_name(row: Any, names: Mapping[str, str]) -> str:
    """Name a row: what is counted, of which tiles, how it lies; doubles say it all in their name."""
    shape = SHAPES.get(row.shape, "") if row.shape != row.code else ""
    of = OF.get(row.of, "") if row.kind == "points" else ""
    said = " ".join(str(part) for part in (gettext(names[row.code]), of, shape) if part)
    return f"{said}, {EXPOSED[row.exposed]}" if row.exposed is not None else said


def whole_only(rules: scoring.RuleSet) -> Iterator[str]:
    """Name what a hand that did not win is paid for only if every tile is shown."""
    if pays_fishing(rules):
        yield gettext("fishing")
    yield from (gettext(scoring.DOUBLE_NAMES[row.code]) for row in whole_hand_rows(rules))


def settlement(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Say who pays whom; a sentence that payments rest on comes with its place."""
    told, turns = rules.settlement, rules.play.get("favoured")
    double = gettext("the favoured player") if turns else wind_name("E")
    with_winner = told["east_doubles_with_winner"]
    winner = gettext("Each of the others pays the winner the value of the mah-jong")
    yield anchors.of_payment("win"), _doubled(winner, with_winner, double)
    if told["several_winners"]:
        several = gettext(
            "Everybody who can win on the same tile wins; each winner is paid by the other winners, too."
        )
        yield "", several
    losers = gettext("The others settle among themselves: the lower hand pays the higher the difference")
    yield anchors.of_payment("difference"), _doubled(losers, told["east_doubles_between_losers"], double)
    if rules.play["draws_counted"]:
        yield "", gettext("In a draw all four hands are counted and settled like this.")
    if rules.minimum:
        below = gettext(
            "A mah-jong worth less than %(minimum)s does not win: who shows it drops out of the deal, "
            "pays the winner nothing and settles with the others."
        )
        yield "", below % {"minimum": rules.minimum}


def _doubled(sentence: str, doubled: Any, who: str) -> str:
    if not doubled:
        return f"{sentence}."
    return gettext("%(sentence)s, double with %(who)s.") % {"sentence": sentence, "who": who}


def rotation(rules: RuleSet) -> Iterator[str]:
    """Say who is East next, and when the game is over."""
    if "draw" in rules.play["east_stays"]:
        yield gettext("East stays after a mah-jong of East and after a draw; otherwise the winds pass on.")
    else:
        yield gettext("East stays after a mah-jong of East; otherwise the winds pass on.")
    if rules.play.get("goulash_after_draw"):
        yield gettext("A goulash follows a draw. The four tiles of one kind are wild in it: %(tiles)s.") % {
            "tiles": gettext(" or ").join(map(tile_name, rules.goulash_deal["wild"]))
        }
        if not rules.goulash_deal["chows"]:
            yield gettext("In a goulash there are no chows.")
    if turns := rules.play.get("favoured"):
        yield gettext("One player is favoured in each deal that counts, in turn: %(seats)s.") % {
            "seats": ", ".join(map(wind_name, turns))
        }
    if deals := rules.play.get("counted_deals"):
        yield gettext("The game is over after %(deals)s deals that count; a draw does not.") % {
            "deals": deals
        }
