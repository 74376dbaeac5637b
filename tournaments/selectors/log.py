"""The log in words: who did what, when, why, and what was before and after."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from players.models import Club
from tournaments.models import Action, Competition, Entry, Export
from tournaments.powers import Power
from tournaments.selectors import log_changes
from tournaments.sittings import short
from tournaments.wording import reasons
from tournaments.wording.tiles import wind_name

VERBS = {
    "club_create": _("founded the club"),
    "club_change": _("changed the settings of the club"),
    "league_create": _("founded a league"),
    "invitation_make": _("invited somebody:"),
    "invitation_revoke": _("took an invitation back:"),
    "token_make": _("gave a program a token:"),
    "token_revoke": _("took a program’s token back:"),
    "person_change": _("corrected a person’s details"),
    "person_merge": _("merged two who are one person"),
    "person_part": _("parted two who are two people"),
    "person_claim": _("took the own profile:"),
    "person_erase": _("erased a person"),
    "person_given": _("gave out what is kept of a person"),
    "account_make": _("made an account"),
    "account_change": _("changed an account:"),
    "account_close": _("closed an account:"),
    "password_help": _("made a link to a new password:"),
    "sessions_end": _("logged an account out everywhere:"),
    "lock_release": _("opened a name that wrong passwords had closed:"),
    "right_give": _("accepted an invitation:"),
    "right_change": _("changed a role:"),
    "right_remove": _("took a role back:"),
    "competition_create": _("created the competition"),
    "competition_change": _("changed the settings"),
    "policy_set": _("changed the rules of the season"),
    "season_facts_set": _("noted what the tables of the season do not tell"),
    "tournament_count": _("let a tournament count:"),
    "tournament_recount": _("took over anew what a tournament gives:"),
    "tournament_uncount": _("let a tournament count no more:"),
    "results_publish": _("let readers see the results through"),
    "results_announce": _("announced the results:"),
    "results_object": _("wrote down an objection:"),
    "results_answer": _("answered an objection:"),
    "results_sign": _("signed the results:"),
    "results_reopen": _("took the announcement of the results back"),
    "publish": _("published the competition"),
    "unpublish": _("took the competition from the public pages"),
    "archive": _("put the competition in the archive"),
    "unarchive": _("took the competition out of the archive"),
    "entries_add": _("entered players"),
    "entry_change": _("changed an entry"),
    "entry_remove": _("took an entry off the list"),
    "registration_open": _("opened registration:"),
    "registration_make": _("took a registration:"),
    "registration_approve": _("approved a registration:"),
    "registration_refuse": _("refused a registration:"),
    "registration_withdraw": _("took a registration back:"),
    "registration_promote": _("moved up from the waiting list:"),
    "registration_paid": _("noted a fee as paid:"),
    "registration_unpaid": _("noted a fee as not paid:"),
    "registration_correct": _("corrected what a registration says:"),
    "registration_erase": _("erased a registration:"),
    "letter_send": _("had an e-mail sent again:"),
    "letter_by_hand": _("sent an e-mail by hand:"),
    "letters_send": _("had all e-mails sent that were not:"),
    "letters_remind": _("wrote reminders:"),
    "arrival": _("checked somebody in:"),
    "arrival_undo": _("took a check-in back:"),
    "arrival_self": _("let somebody check in at the kiosk:"),
    "kiosk_open": _("opened the self check-in"),
    "kiosk_close": _("closed the self check-in"),
    "teams_set": _("changed the teams"),
    "line_ups_set": _("named the line-ups of"),
    "finals_make": _("made a final"),
    "season_follow": _("made the next season"),
    "final_left_out": _("left somebody out of a final:"),
    "side_make": _("made a competition beside it"),
    "carried_renew": _("took over anew what finalists bring"),
    "finalist_add": _("let somebody into the final:"),
    "final_give_up": _("gave the final up"),
    "round_draw": _("drew the seating"),
    "search_start": _("had a better seating searched for"),
    "search_stop": _("stopped the search for a better seating"),
    "draft_take": _("took another draft of the seating"),
    "draft_drop": _("threw a draft of the seating away"),
    "round_add": _("added"),
    "meeting_change": _("changed day or place:"),
    "table_move": _("re-arranged a table:"),
    "members_link_open": _("opened the members’ link"),
    "members_link_close": _("closed the members’ link"),
    "round_remove": _("took a draft away:"),
    "round_publish": _("published the seating:"),
    "round_take_back": _("took the seating back to draft:"),
    "seat_replace": _("gave a seat to somebody else"),
    "clock_pause": _("paused the clock:"),
    "clock_resume": _("let the clock run on:"),
    "clock_extend": _("gave more time:"),
    "timetable_set": _("wrote down the timetable"),
    "prizes_choose": _("wrote down the prizes"),
    "projector_choose": _("chose what the projector shows"),
    "clock_give": _("set the extra time of"),
    "round_start": _("started"),
    "round_close": _("closed"),
    "round_reopen": _("reopened"),
    "meeting_draw": _("made up the tables:"),
    "check_in": _("kept the list of who is here:"),
    "seats_exchange": _("let two people change places"),
    "seats_swap": _("put seats right"),
    "seats_cross": _("put two people right who sat at each other’s tables:"),
    "seat_move": _("seated somebody on another chair"),
    "substitute": _("seated a substitute"),
    "seat_join": _("let somebody come to a table"),
    "seat_leave": _("let somebody leave a table"),
    "seat_join_reversed": _("took back that somebody came to a table"),
    "seat_leave_reversed": _("took back that somebody left a table"),
    "substitute_reversed": _("took a substitute back"),
    "deal_play": _("recorded a deal"),
    "deal_correct": _("corrected a deal"),
    "deal_replay": _("replayed a deal after a correction"),
    "deal_reseat": _("gave a deal to other people"),
    "deal_penalty": _("changed the penalties of a deal"),
    "deal_void": _("voided a deal"),
    "deal_held": _("sent a deal that is held"),
    "deal_confirm": _("confirmed a deal"),
    "deal_dispute": _("disputed a deal"),
    "deal_dispute_kept": _("left a dispute open: what is disputed has not changed"),
    "deal_dispute_answered": _("answered a dispute by changing the deal"),
    "table_agreed": _("chose when players confirm"),
    "deal_haste": _("confirmed a deal four times within two seconds"),
    "deal_settled": _("confirmed a deal in the players’ stead"),
    "held_accepted": _("accepted a held deal"),
    "held_correction": _("accepted a held deal as a correction"),
    "held_declined": _("declined a held deal"),
    "warning": _("warned"),
    "warning_reversed": _("took a warning back"),
    "ruling": _("ruled"),
    "hint_looked": _("looked at what seemed unusual:"),
    "hint_look_again": _("put something back that is worth a look"),
    "ruling_reversed": _("took a ruling back"),
    "standings_penalty": _("imposed a penalty against the standings"),
    "standings_penalty_reversed": _("took a penalty back"),
    "adjustment": _("adjusted scores"),
    "adjustment_reversed": _("took an adjusted score back"),
    "pairing_code": _("made a code for a tablet"),
    "tablet_paired": _("was paired"),
    "tablet_revoked": _("let go of a tablet"),
    "deal_taken_over": _("took over a deal from a tablet"),
    "correction_taken_over": _("took over a correction from a tablet"),
    "referee_called": _("called the referee"),
    "referee_call_taken_back": _("took the call for the referee back"),
    "referee_answered": _("answered a call for the referee"),
    "take_over_code": _("made a code for a tablet that takes over"),
    "export_asked": _("asked for an export"),
    "hall_take": _("took the event to a hall without internet"),
    "hall_bring": _("brought the event back from the hall:"),
    "hook_make": _("had another site told"),
    "hook_change": _("changed what another site is told"),
    "hook_on": _("had another site told again"),
    "hook_off": _("had another site told no more"),
    "hook_renew": _("made a new secret for another site"),
    "hook_remove": _("forgot another site"),
}
FACTS = {
    "round": _("round"),
    "table": _("table"),
    "deal": _("deal"),
    "version": _("version"),
    "number": _("number"),
    "numbers": _("numbers"),
    "players": _("players"),
    "rounds": _("rounds"),
    "seed": _("seed"),
    "name": _("name"),
    "entry": _("number"),
    "entries": _("numbers"),
    "amount": _("amount"),
    "amounts": _("points:"),
    "seat": _("seat"),
    "seats": _("seats"),
    "from_deal": _("from deal"),
    "from_deals": _("from deals"),
    "out": _("out"),
    "into": _("in"),
    "format": _("file"),
    "here": _("present"),
    "user": _("of"),
    "users": _("of"),
    "role": _("role"),
    "event": _("event"),
    "tables": _("tables"),
    "prefix": _("beginning"),
    "scopes": _("may:"),
    "seconds": _("seconds:"),
    "minutes": _("minutes for objections:"),
    "upheld": _("upheld:"),
    "revision": _("revision"),
    "person": _("person"),
    "registration": _("registration"),
    "registrations": _("registrations"),
    "capacity": _("places"),
    "double": _("double"),
    "finals": "",
    "fields": _("fields"),
    "rows": _("entries of the ledger:"),
}
OF_THE_CLUB = (
    *("hook_make", "hook_change", "hook_on", "hook_off", "hook_renew", "hook_remove"),
    *("club_create", "club_change", "right_give", "right_change", "right_remove"),
    *("invitation_make", "invitation_revoke", "password_help", "token_make", "token_revoke"),
    *("person_change", "person_merge", "person_part", "person_given", "person_erase", "person_claim"),
)
TAKEN_OVER = {
    "recorded": _("recorded"),
    "held": _("held for the referee"),
}
Why = Callable[[str, dict[str, Any]], str]  # says a code with its facts
MEETING = _("meeting")
OF_PEOPLE = ("number", "numbers", "entry", "entries", "out", "into", "here")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log, ready to read."""

    at: datetime
    who: str
    what: str
    facts: str
    why: str
    changes: tuple[tuple[str, str, str], ...]
    reason: str
    hash: str
    undo: str = ""


def actions_of(competition: Competition) -> QuerySet[Action]:
    """List what was done, newest first."""
    return Action.objects.filter(competition=competition).select_related("actor", "device").order_by("-pk")


def foundings_of(club: Club) -> QuerySet[Action]:
    """List what was founded in a club and changed of it, newest first: itself, leagues, competitions."""
    leagues = list(club.leagues.values_list("pk", flat=True))
    founded = (
        Q(verb__in=OF_THE_CLUB, facts__club=club.pk)
        | Q(verb="league_create", facts__league__in=leagues)
        | Q(verb="competition_create", competition__club=club)
    )
    return Action.objects.filter(founded).select_related("actor", "device").order_by("-pk")


def lines(
    actions: Iterable[Action],
    competition: Competition | None = None,
    why: Why | None = None,
    entered: Iterable[Entry] | None = None,
) -> list[LogLine]:
    """Put actions into words; those of one competition name its people beside their numbers.

    `why` says the code for which a deal is held; refusals have the sentences. `entered` are the entries,
    where they are read already.
    """
    entries = competition.entries.select_related("player") if competition and entered is None else entered
    people = {entry.number: str(entry) for entry in entries or ()}
    season = bool(competition and competition.is_season)
    listed = list(actions)
    known = log_changes.meant(listed)
    return [_line(action, people, known, season, why) for action in listed]


def _line(
    action: Action, people: Mapping[int, str], known: log_changes.Meant, season: bool, why: Why | None
) -> LogLine:
    facts = action.facts | _here(action) | log_changes.roles_said(action.facts, known)
    facts |= log_changes.parts_said(action.facts, known)
    if isinstance(facts.get("fields"), str):  # the mark of a form, for programs
        del facts["fields"]
    labels = FACTS | {"round": MEETING} if season else FACTS
    told = ", ".join(
        f"{labels[key] and gettext(labels[key])} {_of_people(key, facts[key], people)}".strip()
        for key in labels
        if facts.get(key) not in (None, [], "")
    )
    return LogLine(
        at=action.at,
        who=_who(action),
        what=gettext(VERBS.get(action.verb, action.verb)),
        facts=told,
        why=_why(action, why) or _undone(action, known),
        changes=log_changes.changes(action, known, season=season),
        reason=reasons.said(action.reason),
        hash=str(facts.get("sha256", ""))[:12],
    )


def _here(action: Action) -> dict[str, list[int]]:
    """Give who came to a meeting, by number; older lines do not say it."""
    if action.verb != "check_in" or "rounds_now" not in action.facts:
        return {}
    [meeting] = action.facts["rounds_now"]
    return {"here": meeting["here"]}


def _why(action: Action, why: Why | None) -> str:
    """Say for what a deal is held, or what became of one that was carried over."""
    code = str(action.facts.get("code", ""))
    if action.verb.endswith("_taken_over"):
        return gettext(TAKEN_OVER.get(code, code))
    return why(code, action.facts) if action.verb == "deal_held" and why else ""


def _undone(action: Action, known: log_changes.Meant) -> str:
    """Say which line a line takes back, by its time."""
    at = known.undone.get(action.facts.get("undoes", 0))
    if at is None:
        return ""
    told = date_format(localtime(at), "j F Y, H:i")
    return gettext("takes back what was done on %(date)s") % {"date": told}


def _who(action: Action) -> str:
    if action.actor:
        return str(action.actor)
    if action.device:
        return gettext("the tablet of table %(table)s") % {"table": action.device.table_number}
    return gettext("the program")


def _of_people(key: str, fact: Any, people: Mapping[int, str]) -> str:
    """Say a fact, people by their names."""
    if key == "amounts":
        return ", ".join(
            f"{_named(int(number), people)} {log_changes.signed(amount)}" for number, amount in fact.items()
        )
    return _named(fact, people) if key in OF_PEOPLE else _told(key, fact)


def _named(fact: Any, people: Mapping[int, str]) -> str:
    """Say who is meant by a number, or by several; a number nobody has any more stands alone."""
    numbers = fact if isinstance(fact, list) else [fact]
    return ", ".join(people.get(number, str(number)) for number in numbers)


def _told(key: str, fact: Any) -> str:
    """Say a fact; a seed is no amount, it is typed again as it stands."""
    if key in ("seat", "seats"):
        return ", ".join(map(wind_name, fact))
    if key == "format":
        return str(dict(Export.Format.choices).get(fact, fact))
    if key == "round" and isinstance(fact, int):
        return str(short(fact))
    if key == "amount":
        return log_changes.signed(fact)
    if key == "scopes":
        return "; ".join(str(Power(one).label) for one in fact if one in Power.values)
    return str(fact) if key == "seed" else log_changes.shown(fact)
