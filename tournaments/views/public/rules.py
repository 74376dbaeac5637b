"""A rule set as data: what everything is worth, for whom, where that is written. Each row has an address."""

import json
from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext

import scoring
from scoring import RuleSet
from scoring.house import HOUSE, OFF
from scoring.losers import UNSHOWN
from tournaments import access
from tournaments.forms import househands
from tournaments.models import Competition
from tournaments.selectors.explained import penalty_name, special_name
from tournaments.selectors.rule_lines import rotation, rows_in_play, settlement, whole_only
from tournaments.services.reckoning import rules_are_as_pinned, rules_of
from tournaments.views.public.answers import page, show
from tournaments.wording import anchors, citations
from tournaments.wording.penalties import PAYS


@page
def ruleset(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show a rule set, with its usual options or as a published competition plays it."""
    competition = _asked_for(request, ruleset)
    rules = rules_of(competition) if competition else loaded(ruleset)
    return show(
        request,
        "rules",
        rules=rules,
        competition=competition,
        unshown=UNSHOWN,
        whole_only=list(whole_only(rules)),
        points=rows_in_play(rules.points, rules),
        doubles=rows_in_play(rules.doubles, rules),
        special=list(_special(rules)),
        off=[special_name(code) for code in str(rules.options.get(OFF, "")).split(",") if code],
        settlement=list(settlement(rules)),
        rotation=list(rotation(rules)),
        penalties=[_penalty(row) for row in rules.penalties.values()],
        options=_options(rules),
        round_winds=rules.play["round_winds"],
        texts=citations.texts_of(rules),
        choices=citations.choices_of(rules),
        others=[one for one in scoring.ruleset_ids() if one != rules.id],
    )


def address_of(competition: Competition) -> str:
    """Give the address of the rules as a competition plays them; the usual ones until it is published."""
    address = reverse("public:rules", args=[competition.ruleset])
    own = competition.ruleset_options or not rules_are_as_pinned(competition)
    return f"{address}?event={competition.slug}" if own and competition.published else address


def _asked_for(request: HttpRequest, ruleset: str) -> Competition | None:
    slug = request.GET.get("event")
    if slug is None:
        return None
    return get_object_or_404(access.visible_competitions(), slug=slug, ruleset=ruleset)


def loaded(ruleset: str) -> RuleSet:
    """Load a rule set with its usual options; 404 for one that there is not."""
    if ruleset not in scoring.ruleset_ids():
        raise Http404
    return scoring.load_rules(ruleset)


def _special(rules: RuleSet) -> Iterator[dict[str, Any]]:
    own = {hand["code"]: hand for hand in json.loads(str(rules.options.get(HOUSE, "[]")))}
    for row in rules.special:
        yield {
            "anchor": anchors.of_special(row.code),
            "name": row.name or special_name(row.code),
            "row": row,
            "also": [gettext(scoring.DOUBLE_NAMES[code]) for code in row.also],
            "own": househands.summary(own[row.code]) if row.code in own else "",
        }


def _penalty(row: Any) -> dict[str, Any]:
    return {
        "anchor": anchors.of_penalty(row.code),
        "name": penalty_name(row.code),
        "row": row,
        "pays": PAYS[row.pays],
    }


def _options(rules: RuleSet) -> list[dict[str, Any]]:
    return [
        {
            "anchor": f"option-{name}",
            "about": gettext(spec.about),
            "value": rules.options[name],
            "default": spec.default,
            "changed": rules.options[name] != spec.default,
            "source": spec.source,
        }
        for name, spec in rules.option_specs.items()
    ]
