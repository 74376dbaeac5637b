"""What is refused about the season after one."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "season_followed": _("The next season is there already: {name}."),
    "season_goes_on": _(
        "Meetings are to come. Play them, or put the season away, before the next is made of it."
    ),
    "season_moved": _("The table is not the one you looked at. Look again."),
}
