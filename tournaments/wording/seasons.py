"""What is called how of a season that no table tells."""

from django.utils.translation import gettext_lazy as _

SETTINGS = {  # the keys of a season's rules, as the form calls their fields
    "meetings": _("Meetings planned"),
    "credit_scheme": _("A meeting gives"),
    "table_points": _("Points by place at the table"),
    "table_points_of": _("Other points by place"),
    "place_points": _("Points by place of the evening"),
    "opening": _("Opening score of an evening"),
    "places_without": _("Places of the others leave out"),
    "attendance_points": _("Points for attending"),
    "attendance_pro_rata": _("Pro rata to the deals played"),
    "bonuses": _("Bonuses"),
    "penalties": _("Penalties"),
    "wrong_sum": _("A table whose nets do not add up to 0"),
    "absence": _("Reasons for absence"),
    "rested": _("Who is drawn to rest gets"),
    "substitute_policy": _("A substitute"),
    "substitute_fixed": _("Points of the absent player"),
    "members_needed": _("Members without whom a meeting does not count"),
    "best_of": _("the best so many"),
    "discards": _("Dropped after 1, 2, ... meetings"),
    "discard_every": _("all but one worst for every so many meetings"),
    "rising": _("the best so many, a number that rises"),
    "trimmed": _("all but the best and the worst so many"),
    "absence_replaces": _("Every absence is a 0 among the results"),
    "aggregate": _("The total is"),
    "divide_by": _("A mean is divided by"),
    "minimum_attendance": _("Minimum attendance"),
    "unqualified": _("Who attended too few"),
    "criteria": _("Order of places"),
    "figures_of": _("Ties look at"),
    "periods": _("Periods"),
    "year": _("The year"),
    "finals": _("Finals"),
    "divisions": _("Divisions"),
    "roll_over": _("Share of the total carried over"),
}
FORMULAS = {
    "none": _("nothing: it is no result"),
    "fixed": _("fixed points"),
    "average": _("the mean of the meetings played"),
    "average_of_best": _("the mean of the best meetings played"),
    "as_last": _("as much as the last of that meeting"),
}
VALUES = {  # what the words of a setting mean
    "credit_scheme": {
        "net": _("the net of each table"),
        "table_points": _("points by the place at the table"),
        "place_points": _("points by the place of the whole evening"),
        "percent": _("the final score in per cent of the opening score"),
    },
    "places_without": {
        "guest": _("guests"),
        "substitute": _("substitutes"),
        "withdrawn": _("who withdrew"),
    },
    "penalties": {"with_meeting": _("belong to their meeting"), "always": _("always count")},
    "wrong_sum": {"refuse": _("is refused"), "not_counted": _("does not count")},
    "substitute_policy": {
        "himself": _("scores for themselves"),
        "absent": _("scores for the absent player"),
        "nobody": _("scores for nobody"),
        "fixed": _("scores for nobody; the absent player gets fixed points"),
    },
    "aggregate": {
        "sum": _("the sum of what counts"),
        "mean": _("its mean"),
        "percent": _("100 × all final scores / all opening scores"),
    },
    "divide_by": {"counted": _("how many count"), "wanted": _("as many as should count")},
    "minimum_attendance": {"as_counted": _("as many as count")},
    "unqualified": {"unranked": _("is not ranked"), "after": _("is ranked behind all others")},
    "figures_of": {"season": _("all meetings"), "counted": _("meetings that count")},
}

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
