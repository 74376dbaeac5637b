"""What is drawn on public pages: the figures that selectors give, with the words of the picture."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.wording import written
from tournaments import charts
from tournaments.charts import Bar, Chart, Course, Mark, Run, Words
from tournaments.models import Competition
from tournaments.selectors.courses import Field
from tournaments.selectors.history import PlayedDeal
from tournaments.selectors.profiles import Attended
from tournaments.selectors.statistics import OfWind
from tournaments.wording.people import shared_among, told_apart
from tournaments.wording.rounds import round_name
from tournaments.wording.tiles import wind_name

MOST_DRAWN = 16  # lines that can be told apart
MOST_BARS = 14
MOST_PLACES = 8  # a telephone has room to write them


def places_over_rounds(competition: Competition, fields: Sequence[Field]) -> list[Chart]:
    """Draw how places went, one picture for each division; of a large field those in front."""
    return [_places(competition, one, f"places-{n}") for n, one in enumerate(fields, 1) if one.courses]


def _places(competition: Competition, field: Field, key: str) -> Chart:
    shared = shared_among((one.name, one.number) for one in field.courses)
    drawn = [Course(told_apart(one, shared), one.places) for one in field.courses[:MOST_DRAWN]]
    columns = [str(round_name(competition, number, "short")) for number in field.rounds]
    title = _("Places after each meeting") if competition.is_season else _("Places after each round")
    words = Words(key, f"{title}: {field.name}" if field.name else title, _said(competition, field, drawn))
    return charts.bump(drawn, columns, words, _("Player"))


def _said(competition: Competition, field: Field, drawn: Sequence[Course]) -> str:
    """Say in words what the picture shows: which rounds, who leads, and how many are drawn."""
    told = {
        "first": round_name(competition, field.rounds[0]),
        "last": round_name(competition, field.rounds[-1]),
        "name": drawn[0].name,
    }
    said = [_("%(first)s to %(last)s; %(name)s leads at the end.") % told]
    if len(field.courses) > len(drawn):
        said.append(_("The first %(n)s are drawn.") % {"n": len(drawn)})
    return " ".join(said)


def nets_over_deals(deals: Sequence[PlayedDeal]) -> Chart | None:
    """Draw what each player of a table had after each deal; one deal alone is no way."""
    if len(deals) < 2:
        return None
    sums, names = _sums(deals)
    those = [Run(names[entry], tuple(own)) for entry, own in sums.items()]
    last = ", ".join(f"{one.name} {signed(one.sums[-1][1])}" for one in those)
    said = _("After deal %(n)s: %(sums)s.") % {"n": deals[-1].number, "sums": last}
    words = Words("nets", _("Totals from deal to deal"), said)
    return charts.runs(those, _wind_rounds(deals), words, _("Deal"), signed)


def _sums(deals: Sequence[PlayedDeal]) -> tuple[dict[int, list[tuple[int, int]]], dict[int, str]]:
    """Gather the totals of everybody who sat there, by entry; who played the first deal began at 0."""
    sums: dict[int, list[tuple[int, int]]] = defaultdict(list)
    names: dict[int, str] = {}
    for deal in deals:
        for score in deal.scores:
            names[score.entry.pk] = score.name
            if deal is deals[0]:
                sums[score.entry.pk].append((deal.number - 1, 0))
            sums[score.entry.pk].append((deal.number, score.total))
    return sums, names


def _wind_rounds(deals: Sequence[PlayedDeal]) -> list[Mark]:
    """Mark the first deal under each round wind."""
    winds = [deal.version.round_wind for deal in deals]
    begun = (n for n, wind in enumerate(winds) if not n or wind != winds[n - 1])
    return [Mark(deals[n].number, wind_name(winds[n])) for n in begun]


def signed(amount: int | Fraction) -> str:
    """Write an amount with its sign, as beside a name on the page."""
    return f"+{written(amount)}" if amount > 0 else written(amount)


def hand_values(values: Mapping[int, int]) -> Chart | None:
    """Draw how many winning hands had which value."""
    if not values:
        return None
    count, mean = sum(values.values()), _mean(values)
    told = {
        "n": written(count),
        "least": written(min(values)),
        "most": written(max(values)),
        "mean": written(round(mean)),
    }
    said = _("Winning hands: %(n)s. From %(least)s to %(most)s, on average %(mean)s.") % told
    head = (_("Value of the hand"), _("Winning hands"))
    return charts.bars(_in_bins(values), Words("hand-values", _("What winning hands were worth"), said), head)


def _mean(values: Mapping[int, int]) -> Fraction:
    return Fraction(sum(value * count for value, count in values.items()), sum(values.values()))


def _in_bins(values: Mapping[int, int]) -> list[Bar]:
    """Count values between round numbers; each bar names the first and the last value it holds."""
    edges = charts.ticks(min(values), max(values) + 1, MOST_BARS)
    step = edges[1] - edges[0]
    counted = Counter[int]()
    for value, count in values.items():
        counted[value - value % step] += count
    return [Bar(_span(low, step), counted[low], str(counted[low])) for low in edges[:-1]]


def _span(low: int, step: int) -> str:
    return written(low) if step == 1 else f"{written(low)}–{written(low + step - 1)}"


def winds(those: Sequence[OfWind]) -> Chart | None:
    """Draw what a deal brought on average under each own wind."""
    if not those:
        return None
    means: list[tuple[OfWind, int]] = [(one, round(Fraction(one.net, one.deals))) for one in those]
    most = max(net for _one, net in means)
    told = {"winds": ", ".join(wind_name(one.wind) for one, net in means if net == most), "net": signed(most)}
    said = _("A deal brought most as %(winds)s: %(net)s on average.") % told
    words = Words("winds", _("What a deal brought by own wind"), said)
    head = (_("Own wind"), _("Deals"), _("Mah-jongs"), _("Discards"), _("Net of a deal"))
    beside = [(written(one.deals), written(one.mahjongs), written(one.given)) for one in those]
    return charts.balance(
        [Bar(wind_name(one.wind), net, signed(net)) for one, net in means], words, head, beside
    )


def final_places(events: Sequence[Attended]) -> Chart | None:
    """Draw final places in the order of the events, the newest of many; one place alone is no way."""
    over = [one for one in events if one.placing and one.placing.among > 1][:MOST_PLACES][::-1]
    if len(over) < 2:
        return None
    those = [Bar(*_place(one)) for one in over]
    rows = [(one.competition.name, bar.said) for one, bar in zip(over, those, strict=True)]
    said = _("The height of a bar is the part of the field, in per cent, that was not in front.")
    words = Words("final-places", _("Final places over time"), said)
    drawn = charts.bars(those, words, (_("Event"), _("Place")))
    return drawn._replace(rows=tuple(rows))


def _place(one: Attended) -> tuple[str, float, str]:
    """Say when it was, the share of the field that was not before the place, and the place itself."""
    place, among = (one.placing.place, one.placing.among) if one.placing else (1, 1)
    return date_format(one.competition.date, "m/y"), 100 * (among - place + 1) / among, f"{place}/{among}"


def attendance(competition: Competition, came: Sequence[tuple[int, int]]) -> Chart | None:
    """Draw how many came to each meeting."""
    if not came:
        return None
    mean = round(Fraction(sum(count for _n, count in came), len(came)))
    words = Words("attendance", _("Who came"), _("On average %(n)s players a meeting.") % {"n": mean})
    those = [Bar(str(round_name(competition, n, "short")), count, str(count)) for n, count in came]
    return charts.bars(those, words, (_("Meeting"), _("Players")))
