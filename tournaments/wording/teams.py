"""What is refused about teams."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "teams_changed": _(
        "Somebody else has changed the teams. They are shown as they are now; save again to overwrite them."
    ),
    "in_two_teams": _("Nobody plays for two teams: {numbers}."),
    "nobody_has_number": _("Nobody here has these numbers: {numbers}."),
    "team_twice": _("Two teams have the same name."),
}
