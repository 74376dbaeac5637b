"""The facts of a season as a season file has them: what `facts` reads, written."""

from collections.abc import Iterable
from typing import Any

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.facts import Facts, Given, Meeting, Player, Row

Filed = dict[str, Any]


def filed(facts: Facts) -> Filed:
    """Return players, meetings and adjustments as plain values; whoever adjusted a score gave a bonus."""
    made: Filed = {
        "players": [_player(each) for each in facts.players],
        "meetings": [_meeting(each) for each in facts.meetings],
    }
    return made | _said({"adjustments": _given(facts.adjustments)})


def _said(told: Filed) -> Filed:
    return {key: value for key, value in told.items() if value not in (None, [], {}, 0)}


def _exact(amount: Amount) -> int | str:
    return amount if isinstance(amount, int) else str(amount)


def _player(player: Player) -> Filed:
    told = {"carried": _exact(player.carried), "division": player.division, "lot": player.lot}
    status = "substitute" if player.status == "house" else player.status
    return {"number": player.number, "name": player.name, **_said({"status": status, **told})}


def _meeting(meeting: Meeting) -> Filed:
    absent = [_absent(*each) for each in sorted(meeting.absent.items())]
    told = {
        "rested": sorted(meeting.rested),
        "absent": absent,
        "penalties": _given(meeting.penalties),
        "bonuses": _given((*meeting.bonuses, *meeting.adjusted)),
        "credits": _given(meeting.credits),
    }
    tables = [[_row(row) for row in table] for table in meeting.tables]
    return {"number": meeting.number, **_said({"deals": meeting.deals}), "tables": tables, **_said(told)}


def _absent(player: int, code: str | None) -> Filed | int:
    return player if code is None else {"player": player, "code": code}


def _given(listed: Iterable[Given]) -> list[Filed]:
    return [{"player": each.player, "amount": _exact(each.amount)} for each in listed]


def _row(row: Row) -> Filed:
    told: Filed = {"player": row.player, "net": _exact(row.net), "mahjongs": row.mahjongs, "given": row.given}
    opening = None if row.opening is None else _exact(row.opening)
    more = {"deals": row.deals, "opening": opening, "facts": dict(row.facts), "for": row.sat_for}
    return told | {key: value for key, value in more.items() if value not in (None, {})}
