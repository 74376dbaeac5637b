"""What is drawn on public pages: the figures that selectors give, with the words of the picture."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments import charts
from tournaments.charts import Chart, Course, Words
from tournaments.models import Competition
from tournaments.selectors.courses import Field
from tournaments.wording.people import shared_among, told_apart
from tournaments.wording.rounds import round_name

MOST_DRAWN = 16  # lines that can be told apart


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
