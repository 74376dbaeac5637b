"""What is wrong with a policy or with the facts of a season: a code, the key, and what would do instead."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.ranking.figures import _


@dataclass(frozen=True, slots=True)
class Fault:
    """Say one fault: a code of SENTENCES, the key of the policy, and the facts of the sentence."""

    code: str
    key: str
    facts: Mapping[str, object] = field(default_factory=dict, compare=False)


class PolicyRefused(Exception):
    """Raised with every fault of a policy, or of the facts that go with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("; ".join(sentence(fault) for fault in self.faults))


SENTENCES: Mapping[str, str] = {
    "unknown_key": _("“{key}” is or holds a setting that no season has; leave it out."),
    "unknown_value": _("“{key}” has a value that is not one of those it can have."),
    "not_exact": _("“{key}” needs exact numbers: whole ones, or fractions such as 1/2 or -5/2."),
    "credit_scheme_missing": _("Say what a meeting gives: net, table_points, place_points or percent."),
    "points_missing": _("“{key}” needs its list of points."),
    "points_rise": _("In “{key}” a worse place gets more than a better one; begin with the first place."),
    "choose_twice": _("“{key}” is a second way of choosing what counts; keep one of them."),
    "best_of_below_one": _("At least 1 result has to count."),
    "best_of_above_meetings": _("“{key}” counts more than there are to choose from; at most {most} will do."),
    "discards_fall": _("In “{key}” a later meeting drops fewer than an earlier one; figures must not fall."),
    "discards_take_all": _("“{key}” leaves nothing to count after some meeting; drop fewer."),
    "rising_falls": _("In “{key}” meetings have to increase, and figures must not fall."),
    "trimmed_takes_all": _("Nothing would remain: drop fewer, or one for every 3 meetings or more."),
    "minimum_above_meetings": _("The minimum is above the number of meetings; at most {most} will do."),
    "minimum_above_held": _("At some moment the minimum is above what has been held; begin its step later."),
    "minimum_as_counted_of_all": _("“as_counted” needs a number that counts: best_of or rising."),
    "sum_of_percent": _("Per cents are not added up; take the mean, or percent as a ratio of sums."),
    "percent_with_points": _(
        "A ratio of sums has no place for points; leave them out, and let penalties count always."
    ),
    "percent_without_opening": _("A ratio of sums needs the scheme percent; take the sum or the mean."),
    "divide_by_idle": _("“wanted” needs the mean of a number of results; leave it out."),
    "pro_rata_of_nothing": _("Say how many points attending gives, or leave pro rata out."),
    "formula_incomplete": _("In “{key}” fixed goes with an amount, average_of_best with of, nothing else."),
    "substitute_fixed": _("A fixed amount goes with the policy fixed for substitutes, and only with it."),
    "members_needed_above_members": _("There are only {most} members; ask for no more."),
    "criterion_twice": _("One criterion stands there twice; keep the first."),
    "criteria_without_total": _("The total has to be one of the criteria; put it first."),
    "criterion_idle": _("Nothing is ever dropped, so next_best can decide nothing; leave it out."),
    "periods_overlap": _("One meeting is in two periods; let each begin after the one before it."),
    "meeting_without_period": _("One meeting is in no period; let the periods cover all of them."),
    "year_without_periods": _("A year is made from periods; add them, or leave it out."),
    "finals_without_periods": _("Finals out of periods need periods; take them from the table."),
    "divisions_with_periods": _("A season has divisions or periods, not both."),
    "promotion_unequal": _(
        "As many have to go down as come up, nobody up from the first division and nobody down from the last."
    ),
    "absence_code_unknown": _("A reason for absence is used that the season does not know; add it."),
    "penalty_not_negative": _("A penalty takes points: write it with a minus."),
    "deals_missing": _("Points pro rata need the number of deals of a full meeting."),
    "opening_missing": _("Per cents need the opening score of everybody who sat, above 0."),
    "sum_not_zero": _("The nets of a table do not add up to 0; correct them, or let such tables not count."),
    "division_unknown": _("A player is in a division that the season does not have."),
}


def sentence(fault: Fault, translate: Callable[[str], str] = str) -> str:
    """Say a fault in one sentence, with what would do instead."""
    return translate(SENTENCES[fault.code]).format(**{"key": fault.key, "most": "…", **fault.facts})
