"""The sentences of warnings about a seating, one for each code; the Django layer translates them."""

from __future__ import annotations


def _(sentence: str) -> str:
    """Mark a sentence for translation."""
    return sentence


SENTENCES = {
    "not_four_seats": _("Table %(table)s has %(seats)s seats taken in round %(round)s, not four."),
    "seated_twice": _("Player %(player)s is seated twice in round %(round)s."),
    "not_seated": _("Player %(player)s has no seat in round %(round)s."),
    "ghosts_together": _("Two chairs are empty at table %(table)s in round %(round)s."),
    "table_not_kept": _(
        "Player %(player)s sits at table %(table)s in round %(round)s, which is none of the tables to sit at."
    ),
    "together_parted": _(
        "Players %(first)s and %(second)s are to sit together but do not in round %(rounds)s."
    ),
    "kept_apart_meet": _(
        "Players %(first)s and %(second)s should be kept apart but meet in round %(rounds)s."
    ),
    "meet_again": _("Players %(first)s and %(second)s meet more than once: rounds %(rounds)s."),
    "table_again": _("Player %(player)s comes to table %(table)s more than once: rounds %(rounds)s."),
    "winds_uneven": _(
        "Player %(player)s sits East %(east)s, South %(south)s, West %(west)s and North %(north)s times."
    ),
    "short_tables": _("Player %(player)s sits at a table with an empty chair %(times)s times."),
}
