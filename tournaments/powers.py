"""What each role may do, written down once: `access` asks it, and the page “who may do what” prints it.

Every address of the staff names one of these powers; tests/tournaments/access_matrix.txt holds what follows
for each of them. Of a club's tables nothing is known here.
"""

from collections.abc import Mapping

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """As what somebody works, for a club and all its events or for one event."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    REFEREE = "referee", _("referee")
    SCORER = "scorer", _("scorer")
    HELPER = "helper", _("check-in helper")


class Power(TextChoices):
    """One thing that somebody may do, as the page says it."""

    PEOPLE = "people", _("Invite people, give and take back roles, help with a lost password")
    CLUB = "club", _("Choose the club’s tiles, read the club’s log")
    CREATE = "create", _("Create tournaments, leagues and seasons")
    SETTINGS = "settings", _("Change an event’s settings and rules, publish it, put it in the archive")
    PLAYERS = "players", _("Enter players, change entries, withdraw them, take them off the list")
    PERSONS = "persons", _("Correct people’s names and details, merge doubles, hand out or erase a person")
    SEATING = "seating", _("Draw the seating, change it by hand, publish it")
    ROUNDS = "rounds", _("Start, pause, close and reopen rounds")
    TABLETS = "tablets", _("Pair tablets with tables, let go of them")
    EXPORTS = "exports", _("Take files of all results")
    CHECK_IN = "check_in", _("Say who is here, enter newcomers")
    RULE = "rule", _("Rule on deals that are held or disputed, correct deals and seats, impose penalties")
    LOG = "log", _("Read an event’s log: who did what, when and why")
    SCORE = "score", _("Enter a table’s deals, and those that its tablet could not send")
    LOOK = "look", _("Look at an event’s rounds, board, tables and deals, published or not")


OWNERS = (Role.OWNER,)
DIRECTORS = (*OWNERS, Role.DIRECTOR)
REFEREES = (*DIRECTORS, Role.REFEREE)
MAY: Mapping[Power, tuple[Role, ...]] = {
    Power.PEOPLE: OWNERS,
    Power.CLUB: DIRECTORS,
    Power.CREATE: DIRECTORS,
    Power.SETTINGS: DIRECTORS,
    Power.PLAYERS: DIRECTORS,
    Power.PERSONS: DIRECTORS,
    Power.SEATING: DIRECTORS,
    Power.ROUNDS: DIRECTORS,
    Power.TABLETS: DIRECTORS,
    Power.EXPORTS: DIRECTORS,
    Power.CHECK_IN: (*DIRECTORS, Role.HELPER),
    Power.RULE: REFEREES,
    Power.LOG: REFEREES,
    Power.SCORE: (*REFEREES, Role.SCORER),
    Power.LOOK: (*REFEREES, Role.SCORER, Role.HELPER),
}
OF_THE_CLUB = frozenset({Power.CLUB, Power.CREATE, Power.PERSONS})  # by a role for the whole club only
AT_TABLES = frozenset({Power.SCORE})  # a scorer may have them at some tables only
# What a program may be given through the API. Roles and tablets are never lent; of people it reads and
# corrects names, club and country, never how to reach them, and hands out and erases nobody.
LENT = (
    *(Power.LOOK, Power.SCORE, Power.RULE, Power.ROUNDS, Power.SEATING, Power.CHECK_IN, Power.PLAYERS),
    *(Power.PERSONS, Power.SETTINGS, Power.CREATE),
)
