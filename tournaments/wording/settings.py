"""What the settings of a competition are called in the log: those of a season have meetings, no rounds."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

import scoring
from scoring.house import HOUSE, OFF
from scoring.wording import written

SETTINGS = {
    "name": _("name"),
    "date": _("first day"),
    "ruleset": _("rules"),
    "entry_level": _("what tables enter"),
    "confirmed_by": _("who confirms a deal"),
    "confirmed_when": _("when players confirm"),
    "planned_rounds": _("rounds planned"),
    "deals_per_round": _("deals per round"),
    "winds_per_round": _("wind rounds per round"),
    "minutes_per_round": _("minutes per round"),
    "last_deal": _("when the time is up"),
    "criteria": _("order of the standings"),
    "credit_scheme": _("what counts"),
    "table_points": _("table points by place"),
    "attendance_points": _("points for attending"),
    "rested": _("who is drawn to rest gets"),
    "rested_points": _("points for resting"),
    "best_of": _("best meetings that count"),
    "minimum_attendance": _("minimum attendance"),
    "policy": _("rules of the season"),
    "season_facts": _("what no table tells"),
    "team_score": _("what a team adds up"),
    "team_best": _("members of a team that count"),
    "decides_from": _("first place it decides"),
    "substitute_policy": _("substitutes"),
    "official_when": _("results become official"),
    "visibility": _("readers see the results of a round"),
    "hidden_rounds": _("last rounds kept hidden"),
}
OF_A_SEASON = {
    "planned_rounds": _("meetings planned"),
    "deals_per_round": _("deals per meeting"),
    "winds_per_round": _("wind rounds per meeting"),
    "minutes_per_round": _("minutes per meeting"),
    "visibility": _("readers see the results of a meeting"),
    "hidden_rounds": _("last meetings kept hidden"),
}
LISTS_OF_HANDS = {
    OFF: _("special hands switched off"),
    HOUSE: _("special hands of the club’s own"),
}
TILE_STYLES = {
    "classic": _("traditional"),
    "large": _("large numbers"),
    "contrast": _("high contrast"),
}
OF_AN_ENTRY = {"status": _("takes part as"), "player": _("person")}


def option_said(value: bool | int | str) -> str:
    """Say the value of an option of the rules."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return written(value) if isinstance(value, int) else gettext(value)


def rules_name(ruleset: str) -> str:
    """Name the rules of a set; one that the program has no more is called by its id."""
    return gettext(scoring.load_rules(ruleset).name) if ruleset in scoring.ruleset_ids() else ruleset
