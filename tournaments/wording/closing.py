"""What is refused on the way to official results."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "rounds_to_come": _("Not all is played yet. Results are announced when the last round is closed."),
    "results_not_complete": _("Something is still played or not confirmed, so nothing can be official."),
    "results_announced": _("The results are announced already."),
    "results_not_announced": _("The results are not announced, or somebody has just taken that back."),
    "results_changed": _(
        "The results have changed since you looked at them. Look at them again before you sign."
    ),
    "results_signed": _("Two officials have signed these results already."),
    "objection_time_unfit": _("The time for objections is 0 to {most} minutes."),
    "objection_time_runs": _("Objections may be made until {time}. The results are signed after that."),
    "objection_too_late": _(
        "Two officials have signed these results. Take the announcement back to look at them again."
    ),
    "objections_open": _("Objections that nobody has answered yet: {count}. Answer them first."),
    "objection_answered": _("Somebody else has answered this objection already."),
}
