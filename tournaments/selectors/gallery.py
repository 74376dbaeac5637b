"""A club's gallery: hands and runs that people tell of, from what was counted, of rounds that are out.

What is counted is a minute behind the ledger: a deal that has another version by now is left out at once,
and so is whatever an erased person did.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import F, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber, TruncWeek

from players.models import Club
from tournaments import access
from tournaments.models import Competition, DealVersion, Feat, Round, RoundCount
from tournaments.models.ledger import scores_with_people
from tournaments.selectors.called import called_in
from tournaments.selectors.history import WinningHand, won_hands
from tournaments.wording.settings import rules_name

WEEKS, LATELY = 7, 3
OF_THE_RULES = (Feat.Kind.HAND, Feat.Kind.WON)  # points of other rules are other points
RECORDS = (Feat.Kind.HAND, Feat.Kind.WON, Feat.Kind.MAHJONGS, Feat.Kind.STREAK, Feat.Kind.UNWON)
GREATEST_FIRST = (F("amount").desc(), F("count__day"), F("pk"))


class Exhibit(NamedTuple):
    """A feat with the deal that it opens, who did it, and the winning hand that was laid there."""

    kind: str
    amount: int
    day: date
    version: DealVersion
    name: str
    hand: WinningHand | None

    @property
    def competition(self) -> Competition:
        return self.version.table.round.competition

    @property
    def called(self) -> str:
        return str(Feat.Kind(self.kind).label)

    @property
    def rules(self) -> str:
        """Name the rules under which points are what they are."""
        return rules_name(self.competition.ruleset) if self.kind in OF_THE_RULES else ""


class Rarity(NamedTuple):
    """How often a special hand was made, one in how many mah-jongs, by whom last, and when before."""

    name: str
    times: int
    one_in: Fraction
    last: Exhibit
    before: date | None


class Gallery(NamedTuple):
    """What a club's gallery shows; `weeks` are the greatest hands of weeks, the newest first."""

    deals: int
    mahjongs: int
    weeks: tuple[Exhibit, ...]
    rarities: tuple[Rarity, ...]
    records: tuple[Exhibit, ...]

    @property
    def lately(self) -> tuple[Rarity, ...]:
        """List the special hands that were made last."""
        return tuple(sorted(self.rarities, key=lambda one: one.last.day, reverse=True)[:LATELY])


class Special(NamedTuple):
    """A special hand that won, by the keys of its feat and its deal."""

    code: str
    feat: int
    day: date


def gallery_of(club: Club) -> Gallery:
    """Read a club's gallery, in a number of queries that does not grow."""
    rounds = access.rounds_out(access.visible_competitions().filter(club=club))
    weeks, records, specials = _weeks(rounds), _records(rounds), _specials(rounds)
    last = [made[-1].feat for made in specials.values()]
    shown = _exhibits([*weeks, *records, *last])
    sums = RoundCount.objects.filter(round__in=rounds).aggregate(deals=Sum("deals"), mahjongs=Sum("mahjongs"))
    return Gallery(
        sums["deals"] or 0,
        sums["mahjongs"] or 0,
        tuple(shown[key] for key in weeks if key in shown),
        _rarities(specials, shown, sums["mahjongs"] or 0),
        tuple(shown[key] for key in records if key in shown),
    )


def _shown(rounds: QuerySet[Round]) -> QuerySet[Feat]:
    """Choose what readers may see: of rounds that are out, of deals that count, of people who are there."""
    there = Q(entry=None) | Q(entry__player__erased_at=None)
    return Feat.objects.filter(there, count__round__in=rounds, version__superseded_by=None)


def _weeks(rounds: QuerySet[Round]) -> list[int]:
    """List by key the greatest hand of each of the last weeks in which any was won."""
    hands = _shown(rounds).filter(kind=Feat.Kind.HAND).annotate(week=TruncWeek("count__day"))
    nth = Window(RowNumber(), partition_by=F("week"), order_by=GREATEST_FIRST)
    best = hands.annotate(nth=nth).filter(nth=1).order_by("-week")
    return list(best.values_list("pk", flat=True)[:WEEKS])


def _records(rounds: QuerySet[Round]) -> list[int]:
    """List by key the greatest of each kind; of points, under each rules."""
    rules = F("version__competition__ruleset")
    feats = _shown(rounds).exclude(kind=Feat.Kind.SPECIAL)
    nth = Window(RowNumber(), partition_by=[F("kind"), rules], order_by=GREATEST_FIRST)
    best = feats.annotate(nth=nth).filter(nth=1).values_list("pk", "kind", "amount", "count__day")
    found: dict[str, list[tuple[int, int, date]]] = defaultdict(list)
    for pk, kind, amount, day in best:
        found[kind].append((pk, amount, day))
    return [pk for kind in RECORDS for pk in _of_kind(kind, found[kind])]


def _of_kind(kind: str, found: Iterable[tuple[int, int, date]]) -> list[int]:
    ordered = [pk for pk, _amount, _day in sorted(found, key=lambda one: (-one[1], one[2], one[0]))]
    return ordered if kind in OF_THE_RULES else ordered[:1]


def _specials(rounds: QuerySet[Round]) -> dict[str, list[Special]]:
    """Gather the special hands that won by their code, in the order in which they were made."""
    rows = _shown(rounds).filter(kind=Feat.Kind.SPECIAL).order_by("count__day", "version_id", "seat")
    found: dict[str, list[Special]] = defaultdict(list)
    for row in rows.values_list("special", "pk", "count__day"):
        found[row[0]].append(Special(*row))
    return dict(found)


def _rarities(
    specials: Mapping[str, Sequence[Special]], shown: Mapping[int, Exhibit], mahjongs: int
) -> tuple[Rarity, ...]:
    """Say how rare each special hand is, the rarest first."""
    there = [made for made in specials.values() if made[-1].feat in shown]
    found = [_rarity(made, shown[made[-1].feat], mahjongs) for made in there]
    return tuple(sorted(found, key=lambda one: (one.times, one.name)))


def _rarity(made: Sequence[Special], last: Exhibit, mahjongs: int) -> Rarity:
    before = made[-2].day if len(made) > 1 else None
    name = last.hand.special if last.hand else ""
    return Rarity(name, len(made), Fraction(mahjongs, len(made)), last, before)


def _exhibits(keys: Iterable[int]) -> dict[int, Exhibit]:
    """Read feats with their deals; those that were counted anew meanwhile are not there."""
    asked = Feat.objects.filter(pk__in=set(keys))
    rows = asked.select_related("count", "version__table__round__competition")
    shown = rows.prefetch_related(scores_with_people("version__scores"))
    return {one.pk: _exhibit(one) for one in shown}


def _exhibit(one: Feat) -> Exhibit:
    names = called_in(one.version)
    hand = won_hands(one.version, names).get(one.seat)
    return Exhibit(one.kind, one.amount, one.count.day, one.version, names.get(one.seat, ""), hand)
