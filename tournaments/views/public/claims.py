"""Who gets a discard that several players want: what the rules say, and why. Reads only the address."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import Claim, Precedence, RuleSet
from scoring.claims import rank
from scoring.rules import at_table
from tournaments.forms.claims import CALLS, ClaimsForm, calls_of, code_of
from tournaments.views.public.answers import page, show
from tournaments.views.public.rules import loaded
from tournaments.wording.tiles import wind_name

NOBODY = _("Nobody gets it: {next} draws from the wall.")
ONE = _("{seats} gets it: {call}.")
SEVERAL = _("{seats} all go mah-jong with it.")
WHY = {
    "alone": _("Nobody else has a call that stands."),
    "first": _("The highest call."),
    "nearest": _("The highest call, and the nearest in turn after {discarder}."),
    "together": _("Everybody who can win on the tile wins."),
    "lower": _("Comes after {best}."),
    "further": _("An equal call, but {taker} is nearer in turn after {discarder}."),
}


@page
def claims(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Say who gets a discard under a rule set; without a discarder in the address only ask."""
    rules = loaded(ruleset)
    form = ClaimsForm(request.GET if "discarder" in request.GET else None, rules=rules)
    if form.is_bound and not form.is_valid() and not form.has_error("discarder", "plays_not"):
        raise Http404
    return show(
        request,
        "claims",
        rules=rules,
        form=form,
        ranks=[[CALLS[code] for code in calls] for calls in rules.claims["order"]],
        ruled=_ruled(form, rules) if form.is_valid() else None,
        others=_others(form, rules),
        asks=len(calls_of(rules)) > len(scoring.CALL_NAMES),
    )


def _ruled(form: ClaimsForm, rules: RuleSet) -> dict[str, Any]:
    discarder = form.cleaned_data["discarder"]
    ruled = scoring.precedence(form.claims, discarder, at_table(rules, len(form.turns)), form.turns)
    return {
        "verdict": _verdict(ruled, discarder, form.turns),
        "order": [
            {"seat": claim.seat, "call": CALLS[code_of(claim)], "takes": claim in ruled.takers, "why": why}
            for claim in ruled.order
            for why in [_why(claim, ruled, discarder, rules)]
        ],
        "problems": [scoring.say(one.template, one.facts, gettext) for one in ruled.problems],
    }


def _verdict(ruled: Precedence, discarder: str, turns: str) -> str:
    seats = ", ".join(wind_name(claim.seat) for claim in ruled.takers)
    if not ruled.takers:
        following = turns[(turns.index(discarder) + 1) % len(turns)]
        return str(NOBODY).format(next=wind_name(following))
    template = ONE if len(ruled.takers) == 1 else SEVERAL
    return str(template).format(seats=seats, call=CALLS[code_of(ruled.takers[0])])


def _why(claim: Claim, ruled: Precedence, discarder: str, rules: RuleSet) -> str:
    """Say why a call stands where it does in the order."""
    best = ruled.order[0]
    facts = {"best": CALLS[code_of(best)], "taker": wind_name(best.seat), "discarder": wind_name(discarder)}
    return str(WHY[_reason(claim, ruled, rules)]).format(**facts)


def _reason(claim: Claim, ruled: Precedence, rules: RuleSet) -> str:
    best = ruled.order[0]
    if claim not in ruled.takers:
        return "further" if rank(claim, rules) == rank(best, rules) else "lower"
    if len(ruled.takers) > 1:
        return "together"
    if len(ruled.order) == 1:
        return "alone"
    return "nearest" if rank(ruled.order[1], rules) == rank(best, rules) else "first"


def _others(form: ClaimsForm, rules: RuleSet) -> list[dict[str, str]]:
    """List the other rule sets, with the same situation in their addresses."""
    others = [scoring.load_rules(id_) for id_ in scoring.ruleset_ids() if id_ != rules.id]
    return [{"name": gettext(other.name), "address": _address(form, other)} for other in others]


def _address(form: ClaimsForm, rules: RuleSet) -> str:
    address = reverse("public:claims", args=[rules.id])
    return f"{address}?{urlencode(form.under(rules))}" if form.is_valid() else address
