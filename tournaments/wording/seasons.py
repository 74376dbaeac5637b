"""What is called how of a season that no table tells."""

from django.utils.translation import gettext_lazy as _

KINDS = {
    "absent": _("absent with a reason"),
    "bonuses": _("a bonus at a meeting"),
    "credits": _("the whole credit of a meeting"),
    "adjustments": _("points of the season, of no meeting"),
    "carried": _("points from the season before"),
    "divisions": _("the division"),
    "lots": _("the lot that was drawn"),
}

STATES = {  # what became of a meeting in a table
    "counted": _("counts"),
    "dropped": _("dropped"),
    "absent": _("absent"),
    "zero": _("absent, counted as 0"),
    "no_result": _("no result"),
}

BY = {  # what a tournament that counts as a meeting gives
    "places": _("points by place"),
    "net": _("its nets, after penalties"),
    "table_points": _("its table points"),
}

BEYOND = {"nothing": _("nothing"), "last": _("as much as the last one")}

AMONG = {
    "all": _("as they are in the tournament"),
    "members": _("among the members of the season alone"),
}
