"""Where a rule is written: the texts behind the tables of rules, and what they leave open.

`scoring.citing` takes a row's source apart and names the text; what a text is, and what each choice says,
stands here and not in the tables, since another title is no other rule.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import RuleSet
from scoring.citing import CHOICE, SPANS

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Text:
    """A text that rules were taken from: its name in a row, and what it is."""

    name: Words
    title: Words


TEXTS: Mapping[str, Text] = {
    "000": Text(
        _(scoring.TEXT_NAMES["000"]),
        _(
            "“Madżong”, an article in Polish on the British rules, with the amendments of the British"
            " Mah-Jong Association for tournaments; undated"
        ),
    ),
    "001": Text(_(scoring.TEXT_NAMES["001"]), _("“Madżong (Mah-jong)”, in Polish, for 136 tiles; undated")),
    "002": Text(_(scoring.TEXT_NAMES["002"]), _("An introduction in Hungarian, without title and date")),
    "003": Text(
        _(scoring.TEXT_NAMES["003"]), _("Mahjong Danmark, “Grundregler”, in Danish, 19 September 2003")
    ),
    "004": Text(
        _(scoring.TEXT_NAMES["004"]),
        _("“Mahjong játékszabály”, in Hungarian, with the premium hands; undated"),
    ),
}
CHOICES: Mapping[int, Words] = {
    2: _("The greater value counts: a special hand never lowers a score. Fishing for Purity doubles twice."),
    3: _("The limit caps each hand, the winner’s or another’s, before East’s doubling."),
    4: _("The only possible tile is judged by its kind, in ordinary and in special hands."),
    5: _("East doubles among the losers too."),
    6: _("A loose tile is drawn from the wall."),
    7: _("One suit with honours doubles once, and so does one suit that a chow keeps from being Purity."),
    8: _(
        "The last tile of a concealed special hand may be claimed, but not for a pung that must be concealed;"
        " the double of a concealed hand wants a tile from the wall."
    ),
    9: _("Three times in a row means three successive mah-jongs of one player in the competition."),
    10: _("A false mah-jong costs half the limit to each of the others, without doubling for East."),
    11: _("Where an example leaves out the points for no chow, the table of points governs."),
    12: _(
        "The classic Hungarian text has no table of points: it is completed from the later one,"
        " with a kong worth twice the pung."
    ),
    13: _("The double for figures of dragons or own winds is given for each set."),
    14: _("A premium hand takes the place of the count."),
    15: _("A wind that is own and round wind counts as both."),
    16: _("Each of several winners is paid in full."),
    17: _("Fishing is worth something if it was declared and exactly one tile is missing."),
    18: _("Knitting pairs the same two suits throughout; the pair of Triple Knitting is of any two suits."),
    19: _("Buried Treasure and Gates of Heaven have no kongs; pungs of honours alone are Winds and Dragons."),
    20: _("Two players need four doubles, not four sets that double."),
    24: _(
        "A claimed winning tile opens the hand, a dealt mah-jong counts as self-drawn, one tile short of a"
        " whole-hand pattern is fishing for its doubles, and bonus tiles add nothing to 500 and 2000."
    ),
    25: _(
        "Special hands are in force; the points for the wall come beside those for a dead end or the last"
        " tile; one chance means the only possible tile; a dealt mah-jong is not from the wall."
    ),
    26: _(
        "Doubles of the whole hand are the winner’s; a robbed kong is a claim; the minimum looks at the value"
        " after doubles; seven pairs may hold four alike."
    ),
    27: _("Seat winds pass as usual; the favoured seat doubles, and stays favoured after a draw."),
    28: _("A declaration that the tiles contradict is a fault."),
    29: _("A special hand refused as repeated counts as the best of what the tiles form otherwise."),
    30: _("With a cannon or a misnamed discard, the one payment to the winner is the whole settlement."),
    31: _("A full set of flowers or seasons doubles twice in all, the own tile in it included."),
    32: _("A goulash follows a used-up wall; a deal that a penalty ended is dealt again as an ordinary one."),
    46: _(
        "The doubles of Purity stand instead of the ordinary ones, but for the last discard; or they are"
        " added to all but the one for a concealed hand."
    ),
}


def cited(source: str) -> scoring.Citation:
    """Take a source apart, in the reader's language."""
    return scoring.cited(source, gettext)


def written(source: str) -> str:
    """Say on one line where a rule is written, in the reader's language."""
    return scoring.written(source, gettext)


def choice(number: int) -> str:
    """Name a choice that was made, in the reader's language."""
    return gettext(CHOICE).format(number=number)


def sources_of(rules: RuleSet) -> Iterator[str]:
    """Give every source that a rule set names."""
    yield from (row.source for row in (*rules.points, *rules.doubles))
    yield from (row.source for row in rules.special)
    yield from (row.source for row in rules.penalties.values())
    yield from (option.source for option in rules.option_specs.values())
    yield from rules.sources.values()
    for told in (rules.settlement, rules.play, rules.claims, rules.repeat, rules.goulash_deal):
        yield from (told["source"],) if "source" in told else ()
    yield from (told["source"] for told in rules.tables.values())


def texts_of(rules: RuleSet) -> list[Text]:
    """List the texts that a rule set was taken from."""
    codes = {found[0] for source in sources_of(rules) for found in SPANS.findall(source)}
    return [TEXTS[code] for code in sorted(codes)]


def choices_of(rules: RuleSet) -> list[tuple[int, Any]]:
    """List the choices that a rule set rests on, with their numbers."""
    numbers = {number for source in sources_of(rules) for number in cited(source).choices}
    return [(number, CHOICES[number]) for number in sorted(numbers)]
