"""What a program sets of a competition: checked together, as the page of the settings does."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError

import scoring
from tournaments.models import Competition
from tournaments.refusals import Refusal, problem_json
from tournaments.services.reckoning import offered_rulesets

COLUMNS = {"rules": "ruleset", "options": "ruleset_options"}  # where the wire has another word


def fields_of(sent: Mapping[str, Any], competition: Competition) -> dict[str, Any]:
    """Give the fields of a competition that are sent, as `competition` would be with them; raises Refusal.

    Rules that are chosen anew have their usual options where none are sent.
    """
    fields = {COLUMNS.get(name, name): value for name, value in sent.items()}
    if "ruleset" in fields and fields["ruleset"] != competition.ruleset:
        fields.setdefault("ruleset_options", {})
    _check_rules(fields, competition)
    _check_together(fields, competition)
    return fields


def _check_rules(fields: Mapping[str, Any], competition: Competition) -> None:
    """Let the engine look at the rules with their options; raises Refusal with every fault."""
    ruleset = fields.get("ruleset", competition.ruleset)
    if ruleset not in offered_rulesets():
        raise Refusal("rules_not_offered", ruleset=ruleset)
    if not {"ruleset", "ruleset_options"} & set(fields):
        return
    try:
        scoring.load_rules(ruleset, fields.get("ruleset_options", competition.ruleset_options))
    except scoring.RuleSetError as refused:
        raise Refusal("invalid", problems=[problem_json(one) for one in refused.problems]) from refused


def _check_together(fields: Mapping[str, Any], competition: Competition) -> None:
    def of(name: str) -> Any:
        return fields.get(name, getattr(competition, name))

    faults = {}
    if of("credit_scheme") == Competition.CreditScheme.TABLE_POINTS and not of("table_points"):
        faults["table_points"] = _("Table points count: say how many for each place.")
    if of("hidden_rounds") and not of("planned_rounds"):
        faults["planned_rounds"] = _("Say how many are planned, so that the last ones are known.")
    if not of("criteria"):
        faults["criteria"] = _("Something has to decide places.")
    if faults:
        raise ValidationError({name: [ErrorDetail(told, code="required")] for name, told in faults.items()})
