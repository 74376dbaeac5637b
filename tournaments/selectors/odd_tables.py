"""How those sit at a tournament who make no table of four: the ways there are, each said in numbers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournaments import seating
from tournaments.selectors import meetings

FOUR = 4
REST_AT = {
    seating.THREE: _("In each round %(sit)s of %(players)s players sit at a table of three."),
    seating.FIVE: _(
        "In each round %(sit)s of %(players)s players sit at a table of five, where one rests in each deal."
    ),
}
SIZES = {seating.THREE: _("three"), seating.FIVE: _("five")}


@dataclass(frozen=True, slots=True)
class Way:
    """One way for so many players: its code, what it makes of them, and what that means for them."""

    code: str
    makes: str
    means: str

    def __str__(self) -> str:
        return f"{self.makes}. {self.means}"


def ways(players: int, sizes: Collection[int]) -> list[Way]:
    """List the ways for so many, house players first; none where these rules leave no choice."""
    others = seating.odd_ways(players, sizes)
    return [_house(players), *(_odd(players, way) for way in others)] if others else []


def follows(players: int, way: str) -> str:
    """Say in a sentence which tables another draw of so many makes in a way."""
    made = seating.odd_sizes(players, way)
    house = 0 if made else meetings.house_wanted(players)
    if house:
        said = ngettext(
            "Another draw for %(players)s players needs %(count)s house player.",
            "Another draw for %(players)s players needs %(count)s house players.",
            house,
        )
        return said % {"players": players, "count": house}
    if not made and players % FOUR:
        return gettext("Another draw seats four of five; in each round another of them rests.")
    told = {"players": players, "tables": makes(made) if made else _of_four(players // FOUR)}
    return gettext("Another draw for %(players)s players makes: %(tables)s.") % told


def _of_four(tables: int) -> str:
    return ngettext("%(count)s table of four", "%(count)s tables of four", tables) % {"count": tables}


def lost(players: int, sizes: Collection[int], way: str) -> str:
    """Say that the way of the last draw is no longer there; nothing where it is, or is not asked for."""
    if way == seating.HOUSE or players % FOUR == 0 or way in seating.odd_ways(players, sizes):
        return ""
    said = gettext("The last draw had tables of %(size)s. With %(players)s players that is not possible.")
    return said % {"size": gettext(SIZES[way]), "players": players}


def _house(players: int) -> Way:
    count = meetings.house_wanted(players)
    if not count:
        rests = gettext("All others sit at one table of four.")
        return Way(seating.HOUSE, gettext("One of five rests in each round"), rests)
    makes = ngettext("%(count)s house player", "%(count)s house players", count) % {"count": count}
    means = gettext("All tables are of four; house players have no place in the standings.")
    return Way(seating.HOUSE, makes, means)


def _odd(players: int, way: str) -> Way:
    made = seating.odd_sizes(players, way)
    odd = [size for size in made if size != FOUR]
    means = gettext(REST_AT[way]) % {"sit": sum(odd), "players": players}
    return Way(way, makes(made), means)


def makes(made: Sequence[int]) -> str:
    """Say which tables there are, those that are not of four first."""
    fours, threes, fives = (made.count(size) for size in (FOUR, 3, 5))
    said = [
        (threes, ngettext("%(count)s table of three", "%(count)s tables of three", threes)),
        (fives, ngettext("%(count)s table of five", "%(count)s tables of five", fives)),
        (fours, ngettext("%(count)s of four", "%(count)s of four", fours)),
    ]
    return ", ".join(words % {"count": count} for count, words in said if count)
