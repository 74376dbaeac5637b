"""What the table protocol answers: the table as it stands, recorded deals, receipts, previews."""

from collections.abc import Mapping
from dataclasses import asdict, astuple
from typing import Any

from django.db.models import Q, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import get_language

import scoring
from scoring import Position
from scoring.points import pays_fishing
from scoring.rules import at_table
from tournaments.api.answers import represent
from tournaments.api.table import shapes
from tournaments.deal import consent
from tournaments.deal.preview import lines_of, position_json, values_of
from tournaments.models import (
    Agreement,
    Competition,
    DealVersion,
    HeldSubmission,
    RefereeCall,
    Seating,
    Table,
)
from tournaments.models.ledger import scores_with_people
from tournaments.offline import pack
from tournaments.selectors import confirmed, explained, history, meanings, rulings, tables
from tournaments.selectors.called import called, called_at, called_in, called_of
from tournaments.services.reckoning import rules_are_as_pinned, rules_of
from tournaments.tilefaces import Look

PROTOCOL = 1
MOST_RULED = 40  # decisions on what was held that a table is told again
MIN_CLIENT = "1"
ROTATION = ("round_winds", "east_stays", "counted_deals", "goulash_after_draw", "favoured")


def table_json(table: Table | None, competition: Competition, number: int, tiles: Look) -> dict[str, Any]:
    """Say everything a tablet needs to show its table and to enter the next deal."""
    seated = _seated(table, tiles.words) if table else {**NOBODY, "rules": rules_json(competition)}
    return {**head_json(competition, number, tiles), **seated}


def entry_json(
    table: Table, tiles: Look, versions: list[DealVersion], seatings: list[Seating]
) -> dict[str, Any]:
    """Say what the table's entry needs where no words, calls or rulings are shown, from what was read."""
    return {
        **head_json(table.round.competition, table.number, tiles),
        **NOBODY,
        **_at_play(table, versions, seatings),
        "deals": recorded_json(table, versions, seatings, tiles.words),
    }


def head_json(competition: Competition, number: int, tiles: Look) -> dict[str, Any]:
    """Say what holds for every table of a competition."""
    return {
        "protocol": PROTOCOL,
        "min_client": MIN_CLIENT,
        "server_time": timezone.now().isoformat(),
        "competition": represent(shapes.HeadSerializer, competition),
        "engine": pack.name(),
        "entry_level": competition.entry_level,
        "confirmed_by": competition.confirmed_by,
        "tiles": asdict(tiles),
        "may_agree": competition.lets_tables_choose,
        "table": number,
    }


NOBODY: dict[str, Any] = {
    "round": None,
    "seats": [],
    "next": None,
    "seating_version": None,
    "context": None,
    "context_of": None,
    "deals": [],
    "held": [],
    "held_before": [],
    "call": None,
    "agreement": None,
    "rulings": [],
    "mahjongs": {},
}


def _seated(table: Table, words: str) -> dict[str, Any]:
    versions, seatings = tables.current_versions(table), tables.seatings_of(table)
    return {
        **_at_play(table, versions, seatings),
        "deals": deals_json(table, versions, seatings, words),
        **held_json(table),
        "call": call_json(table),
        "agreement": agreement_json(table),
        "rulings": rulings_json(table, seatings),
    }


def _at_play(table: Table, versions: list[DealVersion], seatings: list[Seating]) -> dict[str, Any]:
    """Say who sits where, and what is played next."""
    position, rules = tables.next_position(versions, seatings), rules_of(table.round.competition)
    sitting = tables.sitters_among(seatings, position.number if position else tables.LAST_DEAL)
    return {
        "round": round_json(table),
        "seats": seats_json(table, versions, position, seatings),
        "next": position_json(position, rules),
        "rules": rules_json(table.round.competition, len(position.places) if position else len(sitting)),
        "seating_version": table.round.seating_version,
        "context": tables.context_hash(table, position, sitting) if position else None,
        "context_of": tables.context_of(table, sitting),
        "mahjongs": mahjongs_json(table, position, rules, seatings),
    }


def round_json(table: Table) -> dict[str, Any]:
    """Say which round a table plays, and when it ends there."""
    told = represent(shapes.TableRoundSerializer, table.round)
    end = table.ends_at
    return told | {"ends_at": end and end.isoformat(), "added_minutes": table.added_minutes}


def rules_json(competition: Competition, players: int = len(scoring.SEATS)) -> dict[str, Any]:
    """Say what the picker may offer under the competition's rules, at a table of so many."""
    kept, rules = rules_of(competition), at_table(rules_of(competition), players)
    return {
        "id": rules.id,
        "name": rules.name,
        "hash": kept.content_hash,
        "options": dict(rules.options),
        "kept": None if rules_are_as_pinned(competition) else scoring.kept(kept),
        "limit": rules.limit,
        "chows": rules.chows,
        "bonus_tiles": rules.bonus_tiles,
        "goulash": rules.goulash,
        "wild": list(rules.goulash_deal.get("wild", ())),
        "goulash_chows": rules.goulash_deal.get("chows", rules.chows),
        "pairs": [str(row.of) for row in rules.points if row.code == "pair"],
        "specials": [row.code for row in rules.special],
        "special_names": {row.code: row.name for row in rules.special if row.name},
        "flags": flags_of(rules),
        "penalties": list(rules.penalties),
        "several_winners": bool(rules.settlement["several_winners"]),
        "minimum": rules.minimum,
        "draws_counted": bool(rules.play["draws_counted"]),
        "rotation": {name: rules.play.get(name) for name in ROTATION},
        **meanings.looked_up(rules, get_language() or "en"),
    }


def flags_of(rules: scoring.RuleSet) -> list[str]:
    """List the flags that mean something under the rules: those that are paid for, and those that forbid."""
    paid = {row.code for row in rules.doubles} | {row.code for row in rules.special}
    told = {
        "fishing": pays_fishing(rules),
        **{flag: flag in paid for flag in ("original_call", "twofold_fortune")},
    }
    return [*(flag for flag, meant in told.items() if meant), "short_hand", "long_hand", "dead_hand"]


def mahjongs_json(
    table: Table, position: Position | None, rules: scoring.RuleSet, seatings: list[Seating]
) -> dict[str, Any]:
    """List by seat the earlier mah-jongs that may forbid a special hand, where the rules forbid any."""
    if position is None or not rules.repeat:
        return {}
    sitting = tables.sitters_among(seatings, position.number)
    won = tables.mahjongs_that_bind(table, position.number, sitting, rules)
    return {seat: [list(astuple(one)) for one in made] for seat, made in won.items()}


def seats_json(
    table: Table, versions: list[DealVersion], position: Position | None, seatings: list[Seating]
) -> list[dict[str, Any]]:
    """List the seats: who sits there for the next deal, with which wind (none: rests) and which score."""
    number = position.number if position else len(versions) or 1
    totals = scores_after(table, versions, number, seatings)
    sitting = tables.sitters_among(seatings, number)
    names, absent = called_at(sitting), absentees(sitting)
    winds = position.winds if position else {}
    return [
        {
            "seat": seat,
            "number": sitter.entry.number,
            "name": names[seat],
            "stands_for": sitter.stands_for.number if sitter.stands_for else None,
            "stands_for_name": absent.get(seat),
            "wind": winds.get(seat),
            "score": totals[seat],
        }
        for seat, sitter in sitting.items()
    ]


def absentees(sitting: Mapping[str, tables.Sitter]) -> dict[str, str]:
    """Say by seat for whom a substitute plays; a namesake of somebody at the table has a number, too."""
    away = {sitter.stands_for.number: sitter.stands_for for sitter in sitting.values() if sitter.stands_for}
    names = called({**{sitter.entry.number: sitter.entry for sitter in sitting.values()}, **away})
    return {seat: names[each.stands_for.number] for seat, each in sitting.items() if each.stands_for}


def scores_after(
    table: Table, versions: list[DealVersion], deal: int, seatings: list[Seating]
) -> dict[str, int]:
    """Say by seat what those who sit there for a deal have from the table."""
    nets = [(version.number, version.net) for version in versions]
    policy = table.round.competition.substitute_policy
    return tables.scores_of(nets, seatings, policy, deal)


def deals_json(
    table: Table, versions: list[DealVersion], seatings: list[Seating], words: str
) -> list[dict[str, Any]]:
    """Write a table's recorded deals with who has to confirm each again, and when it was played."""
    before = confirmed.said_before(table)
    first = dict(DealVersion.objects.filter(table=table, version=1).values_list("number", "at"))
    return [
        told | asked_json(before.get(told["deal"], {})) | {"played_at": first[told["deal"]].isoformat()}
        for told in recorded_json(table, versions, seatings, words)
    ]


def asked_json(before: Mapping[str, str]) -> dict[str, list[str]]:
    """Write who confirmed or disputed a deal before it was changed."""
    said = {word: sorted(seat for seat in before if before[seat] == word) for word in before.values()}
    return {"asked_again": said.get(consent.CONFIRM, []), "disputed_before": said.get(consent.DISPUTE, [])}


def recorded_json(
    table: Table, versions: list[DealVersion], seatings: list[Seating], words: str
) -> list[dict[str, Any]]:
    """Write a table's recorded deals, each with its whole explanation and the scores after it."""
    prefetch_related_objects(versions, scores_with_people(), "confirmations")
    policy, substitutes = table.round.competition.confirmed_by, table.round.competition.substitute_policy
    nets = [(version.number, version.net) for version in versions]
    return [
        deal_json(version, policy, words)
        | {"scores": tables.scores_of(nets[: place + 1], seatings, substitutes, version.number)}
        for place, version in enumerate(versions)
    ]


def deal_json(version: DealVersion, policy: str, words: str | None = None) -> dict[str, Any]:
    """Write a recorded deal; the caller has fetched scores and confirmations with it.

    To tablets it is said in their club's words for the suits, to programs in the engine's own.
    """
    content, names = version.content, called_in(version)
    return {
        "deal": version.number,
        "version": version.version,
        "kind": version.kind,
        "void": version.void,
        "sha256": version.sha256,
        "chain": version.chain,
        "at": version.at.isoformat(),
        "east": version.east,
        "round_wind": version.round_wind,
        "reason": history.reason_of(version),
        "outcome": content.get("outcome"),
        "winners": content.get("winners", []),
        "discarder": content.get("discarder"),
        "win_source": content.get("win_source"),
        "hands": content.get("hands", {}),
        "events": content.get("events", []),
        "values": values_of(version.result),
        "net": version.net,
        "players": players_of(version),
        "said": explained.said_of(content, version.result, names),
        "lines": lines_of(version.result, names, explained.said(words)),
        "flags": version.flags,
        "by_staff": version.actor_id is not None,
        **words_json(version, policy),
        **rare_facts(version),
    }


def word_json(version: DealVersion) -> dict[str, Any]:
    """Write how a deal stands after a word was said."""
    told = {"deal": version.number, "version": version.version, "sha256": version.sha256}
    return told | words_json(version, version.table.round.competition.confirmed_by)


def words_json(version: DealVersion, policy: str) -> dict[str, Any]:
    """Say who confirmed or disputed a deal, and whether that is enough."""
    verdict = confirmed.verdict_on(version, policy)
    return {
        "answers": confirmed.words_of_seats(version),
        "confirmation": {
            "state": verdict.state,
            "given": verdict.given,
            "needed": verdict.needed,
            "awaited": sorted(verdict.awaited),
            "people": confirmed.people_at(version),
            "staff": consent.STAFF in confirmed.words_on(version),
        },
    }


def rare_facts(version: DealVersion) -> dict[str, Any]:
    """Say what few deals have: seats that are not four, who dropped out, a goulash, who paid double."""
    told = {
        "goulash": version.goulash,
        "favoured": version.result.get("favoured"),
        "dropped": version.content.get("dropped"),
        "wild": version.content.get("wild"),
        "totals": version.content.get("totals"),
    }
    place = version.position.to_json()
    seats = {name: place[name] for name in ("ring", "places") if name in place}
    return {name: value for name, value in told.items() if value} | seats


def players_of(version: DealVersion) -> dict[str, dict[str, Any]]:
    """Say by seat who played a recorded deal."""
    names = called_in(version)
    return {row.seat: {"number": row.entry.number, "name": names[row.seat]} for row in version.scores.all()}


def held_json(table: Table) -> dict[str, Any]:
    """Say what waits for the referee of what a table sent, in rounds before, too, and what was ruled.

    Of its own round that is what was ruled on last, of rounds before what was ruled since its own began.
    """
    competition, began = table.round.competition_id, table.round.started_at or timezone.now()
    every = HeldSubmission.objects.filter(competition=competition, table_number=table.number)
    sent = every.filter(table__isnull=False).select_related("ruling", "table__round")
    news = sent.filter(Q(table=table) | Q(ruling__at__gte=began), ruling__isnull=False)
    told = sorted([*sent.waiting(), *news.order_by("-ruling__pk")[:MOST_RULED]], key=lambda held: held.pk)
    before = [held for held in told if held.table_id != table.pk]
    return {
        "held": [represent(shapes.HeldSerializer, held) for held in told if held.table_id == table.pk],
        "held_before": [represent(shapes.HeldBeforeSerializer, held) for held in before],
    }


def call_json(table: Table) -> dict[str, Any] | None:
    """Say when the referee was called last, and when that was answered; a call taken back is none."""
    calls = RefereeCall.objects.filter(table=table)
    call = calls.exclude(answered_at__isnull=False, answered_by__isnull=True).order_by("pk").last()
    return represent(shapes.CallSerializer, call) if call else None


def rulings_json(table: Table, seatings: list[Seating]) -> list[dict[str, Any]]:
    """List what was ruled on the table in this round, or on those who sit here, but for penalties of deals.

    These stand with the deal.
    """
    names = called_of(one for row in seatings for one in (row.entry, row.stands_for) if one)
    return [{**one, "name": names.get(one["number"], "")} for one in rulings.of_table(table, names)]


def agreement_json(table: Table) -> dict[str, Any] | None:
    """Say what the table chose at its first deal, where players are asked at all."""
    if table.round.competition.confirmed_by not in consent.BY_PLAYERS:
        return None
    agreement = Agreement.objects.filter(table=table).first()
    return represent(shapes.AgreedShape, agreement) if agreement else None
