"""What is refused about teams."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "teams_changed": _(
        "Somebody else has changed the teams. They are shown as they are now; save again to overwrite them."
    ),
    "in_two_teams": _("Nobody plays for two teams: {numbers}."),
    "nobody_has_number": _("Nobody here has these numbers: {numbers}."),
    "team_twice": _("Two teams have the same name."),
    "team_named": _("{name} has line-ups: the team stays, under its name, even without members."),
    "line_ups_of_a_season": _("Only a season has line-ups: a meeting each."),
    "line_ups_not_kept": _("In this season no line-ups count: the page of the teams says so."),
    "line_ups_changed": _(
        "Somebody else has changed the line-ups meanwhile. Look at them again; to save now overwrites them."
    ),
    "line_up_too_many": _("{name}: a line-up has {most} members at most."),
    "line_up_not_of_team": _("{name}: not members of this team: {numbers}."),
}
