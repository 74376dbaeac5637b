"""What a draw refuses: said on the staff's pages alone, so no catalogue of the tablets holds it."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "standings_to_come": _(
        "A round by the standings is drawn when rounds were played and none that is published is still open."
    ),
    "too_few_for_standings": _(
        "A round by the standings needs at least {least} players; there are {players}."
    ),
    "five_left": _(
        "Five players fill no whole tables. Enter more players, or withdraw one for the rounds to come."
    ),
}
