"""Every refusal of the program: its code, its HTTP status and its sentence.

Organisers read the sentence, programs read the code, tests compare the code. What the rules of the game
refuse has its codes and sentences in `scoring.problems`.
"""

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

import scoring
from scoring.wording import written
from tournaments.deal import preview
from tournaments.wording import (
    accounts,
    checking,
    closing,
    counted,
    draws,
    finals,
    following,
    registration,
    teams,
    timetable,
)
from tournaments.wording.rounds import Held, round_name

SENTENCES = {
    # the request
    "malformed_json": _("The request is not valid JSON: {detail}"),
    "invalid": _("The request has faults; each is listed."),
    "too_large": _("The request is larger than {limit} bytes."),
    "not_found": _("There is no such page or table here."),
    "not_authenticated": _("This tablet is not paired. Ask an organiser for a new code."),
    "cross_site": _("This request came from another site’s page. Nothing was changed."),
    "method_not_allowed": _("This address does not take that kind of request."),
    "unsupported_media_type": _("Send JSON (application/json)."),
    "not_acceptable": _("This address answers in JSON (application/json)."),
    "too_many_requests": _("Too many requests came from this address. Seconds to wait: {seconds}."),
    "unknown_outcome": _("The server could not finish. Nothing is lost: send it again."),
    "storage_full": _(
        "The server’s disk is full, nothing was saved. Tell the organiser and send it again later."
    ),
    "read_only": _("The server takes no changes at the moment, nothing was saved. Send it again later."),
    "busy": _("Somebody else was writing at the same moment. Nothing was changed; try again."),
    # registration
    "registration_closed": _("Registration is not open."),
    "registered_already": _("You have registered already, with this name and e-mail address."),
    "registration_decided": _("This registration was decided already: {state}."),
    "registration_changed": _("Somebody changed this registration meanwhile. Look at it again."),
    "registration_entered": _("Who registered is entered already; change the entry."),
    "letter_sent": _("This e-mail was sent already."),
    "letter_on_its_way": _("This e-mail is being sent."),
    "letter_overtaken": _("What this e-mail says is no longer so."),
    "mail_not_configured": _("This site is not told how to send e-mails. Copy the text instead."),
    "registration_begun": _("The event has begun. Tell the organisers."),
    "too_many_forms": _("Too many registrations came from this address. Seconds to wait: {seconds}."),
    # pairing
    "code_wrong": _("This code is not known, was used before, or is too old. Ask for a new one."),
    "table_taken": _(
        "This table has a tablet already. An organiser lets another one take over, or lets go of the first."
    ),
    "too_many_codes": _(
        "Too many wrong codes. Scan the picture beside the code, or try again in a few minutes."
    ),
    # submitting a deal
    "key_reused": _("The same form was saved before with other content. Nothing was changed now."),
    "too_many_held": _(
        "The referee has many deals of this table already. This one stays on the tablet and is sent again."
    ),
    "no_running_round": _("Nothing is being played at this table at the moment."),
    "deal_refused": _("The deal is not possible as entered."),
    "tiles_required": preview.TILES_REQUIRED,
    "every_tile_required": preview.EVERY_TILE_REQUIRED,
    "totals_required": preview.TOTALS_REQUIRED,
    "totals_not_taken": preview.TOTALS_NOT_TAKEN,
    "totals_do_not_cancel": preview.TOTALS_DO_NOT_CANCEL,
    "seating_changed": _("The seating changed. This deal belongs to the old seating."),
    "context_changed": _("The winds or the people at this table changed."),
    "round_closed": _("Play was closed before this deal arrived."),
    "deal_already_recorded": _("Deal {deal} at table {table} is already recorded. The referee has both."),
    "deal_out_of_order": _("Deal {deal} arrived before deal {expected}. It is kept until its turn."),
    "game_over": _("The game at this table is over."),
    "table_went_on": _(
        "Table {table} went on meanwhile and plays deal {deal} now. What you entered is not saved: save it as"
        " deal {deal} only if it is not recorded yet."
    ),
    "score_mismatch": _("The tablet and the server count differently. Nothing was counted yet."),
    # the players' word on a deal
    "seat_not_asked": _("A house player sits there, who is not asked."),
    "deal_settled": _("A referee has settled deal {deal}. Call the referee if it is wrong."),
    "too_many_words": _("Deal {deal} was confirmed and disputed too often. Call the referee, who decides."),
    "agreed_each": _("This table has chosen before: its players confirm after each deal."),
    "agreed_together": _("This table has chosen before: its players confirm together after each wind round."),
    "nothing_to_choose": _("Tables do not choose here when their players confirm."),
    "correction_too_late": _(
        "Play is closed: deal {deal} can no longer be corrected at the table. Call the referee."
    ),
    "correction_mismatch": _("The tablet and the server count differently. Nothing was changed; try again."),
    # staff edits
    "deal_not_found": _("Deal {deal} at table {table} is not recorded."),
    "version_changed": _("Somebody else changed deal {deal} in the meantime. Look at it again."),
    "reason_missing": _("Give a reason."),
    "reason_too_long": _("The reason has more than {limit} letters."),
    "unknown_mode": _("Choose whether later deals are replayed or stay as played."),
    "built_on": _("Deal {deal}: something else was recorded at this table since. Correct it instead."),
    "line_built_on": _("Something was changed since, so that this cannot be taken back any more."),
    "already_void": _("Deal {deal} is already void."),
    "already_reversed": _("This penalty is already reversed."),
    "table_not_found": _("There is no table {table} in that round."),
    "ruling_reversed": _("This ruling is already taken back."),
    "penalty_not_found": _("There is no such penalty on this deal."),
    "unknown_penalty": _("There is no penalty {code} in these rules."),
    "penalty_too_large": _("A penalty takes at most {limit} points."),
    "nothing_adjusted": _("Give at least one player points."),
    "adjustment_too_large": _("An adjusted score is at most {limit} points."),
    "adjustment_reversed": _("This adjusted score is already taken back."),
    "amount_not_negative": _("A penalty against the standings is a negative number."),
    "held_of_no_round": _(
        "Deal {deal} was sent under a seating that there never was. Nobody knows who played it: decline it."
    ),
    "already_ruled": _("This submission has already been ruled on."),
    # rounds and seating
    "round_not_draft": _("{called}: the seating is already published."),
    "meeting_begun": _("{called} has begun, or its list is closed. Tell those who run it."),
    "fixtures_drawn": _("No meeting waits for its tables: add meetings first."),
    "members_link_closed": _("The members’ link is closed already."),
    "round_over": _("{called} is closed. Reopen it to play on."),
    "round_not_published": _("{called}: publish the seating before you start."),
    "round_has_no_clock": _("{called} has no time limit. Set its minutes first."),
    "clock_is_paused": _("{called}: the clock is paused already."),
    "clock_is_running": _("{called}: the clock is not paused."),
    "time_added_meanwhile": _("{called}: minutes added to its time by now: {minutes}. Look again."),
    "time_given_meanwhile": _("Minutes more that table {table} has by now: {minutes}. Look again."),
    "round_not_running": _("{called} is not running."),
    "round_not_closed": _("{called} is not closed."),
    "round_is_draft": _("{called} is only a draft."),
    "round_already_running": _("{called} is still running."),
    "round_before_waits": _(
        "{called} has not been played yet. To play another one first, start it on its own page."
    ),
    "tables_not_finished": _("These tables have not finished: {tables}."),
    "drawn_meanwhile": _(
        "Players or rounds changed while this was drawn. Look at the seating, then draw again."
    ),
    "round_is_there": _("{called} is there already: somebody added it a moment ago."),
    "seats_moved": _("{called}: who sits where was changed meanwhile. Look at it again."),
    "seats_changed": _(
        "The seats of table {table} were changed meanwhile. Look at who sits where now, then choose again."
    ),
    "seat_taken_over": _(
        "Table {table}: somebody takes this seat over or leaves it after deal {deal}. Take that back first."
    ),
    "one_table_only": _("Both sit at one table. Use “Wrong seats” on its page."),
    "round_not_last": _("{called} is not the last; only the last can be taken away."),
    "too_few_players": _("At least four players are needed; there are {players}."),
    "too_few_for_a_table": _("At least two people make a table; there are {players}."),
    "player_twice": _("These would sit in two places: {names}."),
    "deal_beyond_round": _("Table {table} plays no deal {deal}. Choose one up to deal {last}."),
    "wrong_number_of_players": _(
        "Table {table} has {players} players; these rules are for tables of {allowed}."
    ),
    "deal_is_past": _("Deal {deal} at table {table} is recorded already. Choose a later one."),
    "seat_cannot_change": _("Nobody can come or go like that at table {table} before deal {deal}: {reason}."),
    "leaves_before_first_deal": _(
        "Nobody leaves table {table} before its first deal: give the seat to somebody else, or seat anew."
    ),
    "seat_not_found": _("There is no such seat."),
    "round_seats_withdrawn": _(
        "{called} seats people who have withdrawn: {names}. Change the seating first."
    ),
    "round_not_taken_back": _(
        "{called} cannot go back to draft: only what is published and not started can."
    ),
    "rounds_missing": _("Choose at least one round."),
    "competition_archived": _("This competition is in the archive. Take it out to change anything."),
    "competition_unfinished": _(
        "A competition goes to the archive when all that was drawn is closed and no deal waits for a ruling."
    ),
    "criteria_unknown": _(
        "Tables that enter totals do not say {criteria}. Leave that out of the order of the standings."
    ),
    "what_if_unknown": _("No rule of this event is called {option}. There are: {known}."),
    "what_if_value": _("{option} cannot be {value}. It can be: {values}."),
    "what_if_same": _("{option} is {value} already."),
    "what_if_contradicts": _(
        "With {option} at {value} the rules of this event contradict themselves: {why}."
    ),
    "hint_looked": _("Somebody has looked at this already."),
    "hint_gone": _("There is nothing here to look at any more: it has changed meanwhile."),
    "policy_of_a_season": _("Only a season of a league has such rules."),
    "policy_unreadable": _("The rules of a season are one JSON object; this is none."),
    "policy_refused": _("These rules contradict themselves. Nothing was changed."),
    "policy_meanwhile": _("The rules of the season were changed meanwhile. Look at them again."),
    "season_facts_refused": _("Some of this does not fit the season. Nothing was changed."),
    "season_facts_key": _("“{key}” is nothing that can be noted of a season."),
    "season_facts_shape": _("“{key}” goes by numbers of players."),
    "season_facts_player": _("“{key}” names a player who is not entered: {number}."),
    "season_facts_value": _("“{key}” has a value that the rules of the season do not know: {value}."),
    "deals_not_confirmed": _("Deals not confirmed: {deals}. Confirm them, or archive all the same."),
    "competition_started": _("Deals have been recorded; this can no longer be changed."),
    "rules_not_offered": _("No competition can be played under rules called {ruleset}."),
    # clubs
    "site_begun": _("This site is set up already. Log in."),
    "setup_code_wrong": _("This is not the code that the server printed when it was started."),
    "club_exists": _("There is a club called {name} already. Ask its organiser to let you in."),
    "league_exists": _("The club has a league called {name} already. Begin a new season of it."),
    # deals carried over from a tablet
    "saved_unreadable": _("This is not what a tablet exports. Nothing was taken over."),
    "saved_elsewhere": _("This deal belongs to another competition ({competition})."),
    # exports
    "hook_address_unfit": _("Write an address that begins with https://, without name or unusual port."),
    "hook_address_unknown": _("Nothing is known under this name. Is it spelt right?"),
    "hook_address_private": _("This address is on this machine or in a private network: it is not called."),
    "hook_events_missing": _("Choose at least one thing that is told."),
    "hooks_too_many": _("A club has {most} addresses at most."),
    "hook_is_off": _("This address is switched off: switch it on first."),
    "delivery_under_way": _("This message is being sent at the moment."),
    "not_published": _("Publish the event first: a copy has what readers see."),
    "unknown_format": _("There is no export as {format}."),
    # people
    "person_exists": _("There is {name} already in that club. If they are one person, merge them."),
    "person_gone": _("Somebody else merged or erased this person meanwhile."),
    "persons_same": _("These two are the same entry of the list already."),
    "persons_meet": _(
        "Both are entered in {competition}. If they are one person, take one off the list there first."
    ),
    "already_parted": _("These two are parted already."),
    "part_later_first": _("{name} was merged with somebody else afterwards. Part those first."),
    # players
    "player_entered": _("{name} is already entered. Somebody else of that name needs another club."),
    "person_twice": _("{name} is in the list twice. Leave one out, or tell them apart by their clubs."),
    "not_a_house_player": _("{name} is not a house player."),
    "entry_seated": _("{name} already has a seat. Withdraw the entry instead."),
    "number_taken": _("Number {number} is already taken."),
    **accounts.REFUSED,
    **registration.REFUSED,
    **draws.REFUSED,
    **closing.REFUSED,
    **checking.REFUSED,
    **finals.REFUSED,
    **following.REFUSED,
    **counted.REFUSED,
    **teams.REFUSED,
    **timetable.REFUSED,
}

STATUS = {
    "counted_not": 404,
    "malformed_json": 400,
    "invalid": 422,
    "cross_site": 403,
    "method_not_allowed": 405,
    "unsupported_media_type": 415,
    "not_acceptable": 406,
    "too_many_requests": 429,
    "not_authenticated": 401,
    "not_found": 404,
    "too_large": 413,
    "too_many_codes": 429,
    "too_many_held": 429,
    "unknown_outcome": 503,
    "storage_full": 503,
    "read_only": 503,
    "busy": 503,
    "drawn_meanwhile": 409,
    "policy_meanwhile": 409,
    "person_meanwhile": 409,
    "counted_meanwhile": 409,
    "hint_gone": 409,
    "hint_looked": 409,
    "time_added_meanwhile": 409,
    "time_given_meanwhile": 409,
    "round_is_there": 409,
    "registration_changed": 409,
    "seats_moved": 409,
    "seats_changed": 409,
    "competition_archived": 409,
    "competition_unfinished": 409,
    "deals_not_confirmed": 409,
    "version_changed": 409,
    "already_ruled": 409,
    "held_of_no_round": 409,
    "deal_settled": 409,
    "too_many_words": 409,
    "agreed_each": 409,
    "agreed_together": 409,
    "nothing_to_choose": 409,
    "already_void": 409,
    "already_reversed": 409,
    "deal_not_found": 404,
    "no_running_round": 409,
    "table_went_on": 409,
    "code_wrong": 404,
    "site_begun": 409,
    "last_owner": 409,
    "role_held": 409,
    "role_lost": 409,
    "invitation_unknown": 404,
    "invitation_used": 410,
    "invitation_expired": 410,
    "invitation_revoked": 410,
    "table_taken": 409,
    "token_missing": 401,
    "token_unknown": 401,
    "token_over": 401,
    "token_waits": 403,
    "token_lacks": 403,
    "token_shown": 409,
    "registration_closed": 409,
    "registered_already": 409,
    "registration_decided": 409,
    "registration_entered": 409,
    "letter_sent": 409,
    "letter_on_its_way": 409,
    "letter_overtaken": 409,
    "mail_not_configured": 409,
    "registration_begun": 409,
    "rounds_to_come": 409,
    "results_not_complete": 409,
    "results_announced": 409,
    "results_not_announced": 409,
    "results_changed": 409,
    "teams_changed": 409,
    "team_named": 409,
    "line_ups_changed": 409,
    "timetable_changed": 409,
    "season_followed": 409,
    "season_goes_on": 409,
    "season_moved": 409,
    "final_too_early": 409,
    "final_moved": 409,
    "final_begun": 409,
    "not_a_final": 409,
    "not_next": 409,
    "results_signed": 409,
    "objection_time_runs": 409,
    "objections_open": 409,
    "objection_answered": 409,
    "too_many_forms": 429,
}


# What PostgreSQL and SQLite call it.
OUTAGES: dict[Any, str] = {
    "53100": "storage_full",
    sqlite3.SQLITE_FULL: "storage_full",
    "25006": "read_only",
    sqlite3.SQLITE_READONLY: "read_only",
}


class Refusal(Exception):
    """Say no with a code, a sentence and its facts; `problems` lists every fault found.

    `of` is the competition, which says whether its `round` is called a meeting.
    """

    def __init__(
        self, code: str, /, *, of: Held | None = None, problems: Iterable[dict[str, Any]] = (), **facts: Any
    ) -> None:
        super().__init__(code, facts)
        self.of = of
        self.code = code
        self.facts = facts
        self.problems = list(problems)

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 422)

    @property
    def message(self) -> str:
        return sentence(self.code, self.facts, self.of)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, "facts": self.facts, "errors": self.problems}


def outage(error: BaseException | None) -> Refusal | None:
    """Name why a database takes nothing, where it says so; then nothing was written."""
    cause = getattr(error, "__cause__", None) or error
    told = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return Refusal(OUTAGES[told]) if told in OUTAGES else None


def sentence(code: str, facts: dict[str, Any], of: Held | None = None) -> str:
    """Say a refusal's or a hold's code in the reader's language; what is refused `of` names its rounds."""
    told = {name: written(fact) if type(fact) is int else fact for name, fact in facts.items()}
    if "round" in facts:
        told["called"] = round_name(of, facts["round"])
    return gettext(SENTENCES[code]).format(**told)


def problem_json(problem: scoring.Problem, said: Callable[[str], str] | None = None) -> dict[str, Any]:
    """Write a fault of the rules with its sentence in the reader's language."""
    return preview.problem_json(problem, said or gettext)
