"""Why a tournament does not count as a meeting of a season."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "season_facts_tournament": _("Meeting {meeting}: it cannot be read which tournament counts, and how."),
    "season_facts_counted": _("The credits of meeting {meeting} come from {name}. Take that away first."),
    "counted_kind": _("{name} is a season of a league. Only a tournament counts as a meeting."),
    "counted_not_public": _(
        "Readers may not see all results of {name}, and the season would tell them. Publish those first."
    ),
    "counted_not_over": _("{name} is not over: not all of it is played and closed."),
    "counted_nobody": _("No member of the season has a place in {name}. People are matched as persons."),
    "counted_already": _("{name} counts already, as meeting {meeting}."),
    "counted_meeting": _("There is no meeting {meeting}. Take a planned one, or the one after the last."),
    "counted_has_tables": _("Meeting {meeting} has tables, or took place. Take another one."),
    "counted_no_period": _("Meeting {meeting} is in no period of the season."),
    "counted_meanwhile": _("The results of {name}, or the members, changed meanwhile. Look at it again."),
    "counted_not": _("No tournament counts as meeting {meeting}."),
    "counted_gone": _("{name} is not on this site under its name and day; its results cannot be read."),
    "counted_same": _("The season has the results of {name} as they are now."),
    "round_without_tables": _("{round} has no tables to play on."),
}
