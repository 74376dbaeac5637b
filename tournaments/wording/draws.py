"""What a draw refuses: said on the staff's pages alone, so no catalogue of the tablets holds it."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "standings_to_come": _(
        "A round by the standings is drawn when rounds were played and none that is published is still open."
    ),
    "too_few_for_standings": _(
        "A round by the standings needs at least {least} players; there are {players}."
    ),
    "draw_of_meeting": _("A season’s meetings are added one by one, and made up of those who came."),
    "draft_gone": _("That draft is no more: somebody took it or threw it away, or it was one of too many."),
    "draft_outdated": _("That draft was drawn for other people, or after other rounds. Draw again."),
    "rounds_fit": _("The rounds to come seat everybody who plays: nothing is to be drawn again."),
    "search_runs": _("A longer search is under way already. Stop it, or wait for what it finds."),
    "search_over": _("That search is over."),
    "wish_of_nobody": _("Nobody who plays has these numbers: {numbers}."),
    "together_too_many": _("At most three people can share a table in every round, not {numbers}."),
    "together_elsewhere": _("{numbers} are to sit together, but at different tables."),
    "no_such_table": _("There is no table {table}: the players make {tables}."),
    "wishes_too_many": _("Tables for certain people: there is no room for {numbers} at theirs."),
    "no_such_tables": _("Under these rules {players} players make no tables of four and of {size}."),
    "five_left": _(
        "Five players fill no whole tables. Enter more players, or withdraw one for the rounds to come."
    ),
}
