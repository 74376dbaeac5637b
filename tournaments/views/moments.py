"""What the page that compares two moments shows, for readers and for the staff."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.forms.moments import MomentForm
from tournaments.models import Competition
from tournaments.selectors.between import Between, between_cuts
from tournaments.selectors.moments import NOW, Cut, Happened, cuts_of, happened

ON_A_PAGE = 50
MOST_DONE = 100  # corrections and penalties listed beneath; the page of changes has all


class Asked(NamedTuple):
    """What is shown, and whether what was asked for could be read."""

    context: dict[str, Any]
    valid: bool


def compared(request: HttpRequest, competition: Competition, through: int | None) -> Asked:
    """Compare the two moments that are asked for, by the rounds up to `through`."""
    known = happened(competition, through)
    data = request.GET if any(name[:2] in ("a-", "b-") for name in request.GET) else None
    first = MomentForm(data, prefix="a", known=known, begins=_first(known))
    second = MomentForm(data, prefix="b", known=known, begins=NOW)
    cuts = _cuts(known, first, second)
    shared = {"first": first, "second": second, "has_rounds": bool(known.rounds)}
    if cuts is None:
        return Asked({**shared, "found": None}, valid=False)
    found = between_cuts(known, *cuts)
    moves = Paginator(found.moved, ON_A_PAGE).get_page(request.GET.get("page"))
    kept = [(name, value) for name, value in request.GET.items() if name[:2] in ("a-", "b-")]
    more = {
        "found": found,
        "moves": moves,
        "lines": found.lines(moves.object_list),
        "ends": [_said(one.cut, place) for place, one in enumerate((found.before, found.after))],
        "people": {row.number: row.name for row in found.after.rows},
        "done": _done(found),
        "asked": urlencode(kept),
    }
    return Asked({**shared, **more}, valid=True)


def _first(known: Happened) -> str:
    """Begin with what the last round that is seen has changed."""
    started = [one.number for one in known.rounds if one.started_at]
    return f"before-r{started[-1]}" if started else NOW


def _cuts(known: Happened, first: MomentForm, second: MomentForm) -> tuple[Cut, Cut] | None:
    forms = (first, second)
    if not all(not one.is_bound or one.is_valid() for one in forms):
        return None
    found = cuts_of(known, [one.token for one in forms])
    for form, cut in zip(forms, found, strict=True):
        if cut is None:
            form.add_error("entry" if form.is_bound else None, gettext("The ledger has no such entry."))
    return None if None in found else (found[0], found[1])  # type: ignore[return-value]


def _said(cut: Cut, place: int) -> dict[str, Any]:
    return {"at": cut.at, "before": cut.before, "sequence": cut.sequence, "is_first": not place}


def _done(found: Between) -> dict[str, Any]:
    """List what was done meanwhile, the latest of what is very much."""
    later, fined = found.later[-MOST_DONE:], found.fined[-MOST_DONE:]
    left_out = len(found.later) - len(later) + len(found.fined) - len(fined)
    return {"later": later, "fined": fined, "left_out": left_out}
