"""Every rule set played in a competition, from the draw to the chain: nets, places, corrections, the next.

The cases of settlement and rotation are those that the engine is tested with; here they go through the
services and the ledger. Tables of two, three and five are the engine's alone.
"""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

import scoring
from players.models import Club
from tests import declared, worlds
from tests.conftest import PEOPLE
from tests.scoring.declaring import names, rows
from tournaments.models import Competition, DealVersion, HeldSubmission, Table
from tournaments.refusals import Refusal
from tournaments.selectors import standings, tables
from tournaments.services import competitions, corrections, rounds
from tournaments.services.chain import chain_check
from tournaments.services.deals import deal_submit, submission_of
from tournaments.services.reckoning import offered_rulesets

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FOUR = [row for row in rows("golden_rotations") if len(row["input"]["players"]) == 4]
SETTLED = [row for row in rows("golden_settlements") if row["input"].get("players", 4) == 4]
Seated = Callable[..., Table]


@pytest.fixture
def seated(club: Club, olive: User) -> Seated:
    """Seat four players for one round under a rule set: `seated("danish", level="points", limit=..)`."""

    def seating(ruleset: str, level: str = "tiles", **options: Any) -> Table:
        name = f"{ruleset} by {level}, {sorted(options.items())}"
        seated = worlds.begun(name, partial(build, ruleset, level, options), club, olive)
        return Table.objects.select_related("round__competition").get(pk=seated.pk)

    def build(ruleset: str, level: str, options: dict[str, Any]) -> Table:
        made = competitions.competition_create(
            club=club, actor=olive, name=f"Evening of {ruleset}", date=date(2026, 11, 20),
            ruleset=ruleset, ruleset_options=options, entry_level=level,
        )  # fmt: skip
        competitions.entries_add(competition=made, people=PEOPLE[:4], actor=olive)
        competitions.competition_publish(competition=made, actor=olive)
        [drawn] = rounds.round_draw(competition=made, rounds=1, actor=olive)
        running = rounds.round_start(round=rounds.round_publish(round=drawn, actor=olive), actor=olive)
        return Table.objects.get(round=running)

    return seating


def counted(winners: list[str], **values: int) -> dict[str, Any]:
    """A deal of which only the values are declared: 40 for whoever won, 0 for the others."""
    hands = {seat: {"points": values.get(seat, 40 if seat in winners else 0)} for seat in "ESWN"}
    drawn = {"outcome": "draw", "winners": [], "discarder": None, "win_source": None, "events": []}
    if not winners:
        return {**drawn, "hands": hands}
    return {**drawn, "outcome": "win", "winners": winners, "hands": hands}


def nets(table: Table) -> list[dict[str, int]]:
    return [version.net for version in tables.current_versions(table)]


def sound(table: Table) -> Competition:
    """Check every hash, and that the standings are the sums of the nets."""
    competition = Competition.objects.get(pk=table.round.competition_id)
    assert chain_check(competition)[1] == []
    totals = {row.number: row.total for row in standings.summed(competition).rows}
    sitting = {seat: sitter.entry.number for seat, sitter in tables.sitters(table, 1).items()}
    assert totals == {number: sum(net[seat] for net in nets(table)) for seat, number in sitting.items()}
    return competition


def test_it_offers_every_rule_set_for_four_players() -> None:
    assert offered_rulesets() == scoring.ruleset_ids()
    assert len(offered_rulesets()) == 6


# ------------------------------------------------------------------ the cases of the rules
@pytest.mark.parametrize("row", FOUR, ids=names(FOUR))
def test_it_passes_the_winds_of_the_cases(row: dict[str, Any], seated: Seated, play: Any) -> None:
    given, expected = row["input"], row["expected"]
    table = seated(given["ruleset"], "points")
    seats = dict(zip(given["players"], "ESWN", strict=True))
    shown = list(before_each(table, given, seats, play))
    assert shown == [
        {name: deal[name] for name in ("seats", "round_wind", "goulash")} for deal in expected["deals"]
    ]
    assert (tables.upcoming(table) is None) == expected["over"]
    sound(table)


def before_each(
    table: Table, given: dict[str, Any], seats: dict[str, str], play: Any
) -> Iterator[dict[str, Any]]:
    players = {seat: name for name, seat in seats.items()}
    for outcome in [*given["outcomes"], None]:
        position = tables.upcoming(table)
        if position is None:
            return
        sitting = {position.own_wind(seat): players[seat] for seat in "ESWN"}
        yield {"seats": sitting, "round_wind": position.round_wind, "goulash": position.goulash}
        if outcome is not None:
            winners = [] if outcome == "draw" else [seats[name] for name in outcome]
            assert play(table, counted(winners)).status == "recorded"


@pytest.mark.parametrize("row", SETTLED, ids=names(SETTLED))
def test_it_settles_the_cases(row: dict[str, Any], seated: Seated, play: Any) -> None:
    given = row["input"]
    table = seated(given["ruleset"], "points")
    if given["ruleset"] == "hungarian-premium":
        play(table, counted(["E"]))  # the first deal favours North; the second one East, as these cases do
    assert play(table, as_declared(given)).version.net == row["expected"]["net"]


def as_declared(given: dict[str, Any]) -> dict[str, Any]:
    """Declare a settlement's case as a deal: who pays for all discarded the winning tile."""
    events, winners = given.get("penalties", []), given["winners"]
    whole = [event["offender"] for event in events if event["code"] in ("cannon", "misnamed_discard_mahjong")]
    ended = any(event["code"] == "false_mahjong_exposed" for event in events)
    return {
        **counted(winners, **given["values"]),
        **({"outcome": "ended"} if ended else {}),
        "discarder": whole[0] if whole else None,
        "win_source": "discard" if whole else None,
        "events": events,
        "dropped": given.get("dropped", []),
    }


# ------------------------------------------------------------------ what only some rules have
def codes(refused: Any) -> list[str]:
    return [problem["code"] for problem in refused.value.problems]


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_plays_an_evening_with_tiles(ruleset: str, seated: Seated, play: Any, rafe: User) -> None:
    table = seated(ruleset)
    for content in (declared.won(), declared.won("W", None), declared.won("N", "E"), declared.won("E", "S")):
        assert play(table, content).status == "recorded"
    corrections.deal_correct(
        table=table, number=2, content=declared.won("N", "W"), mode="replay", reason="North won.", actor=rafe
    )
    corrections.deal_void(table=table, number=4, mode="replay", reason="Never played.", actor=rafe)
    assert len(nets(table)) == 4
    assert nets(table)[3] == dict.fromkeys("ESWN", 0)
    sound(table)


def test_it_flags_a_goulash_that_was_none(seated: Seated, play: Any, rafe: User) -> None:
    table = seated("bmja-club")
    play(table, declared.draw())
    assert play(table, declared.goulash()).version.goulash
    plan = corrections.deal_correct(
        table=table, number=1, content=declared.won(), mode="replay", reason="South won.", actor=rafe
    )
    assert [(change.number, change.flags) for change in plan.changes] == [(1, ()), (2, ("not_a_goulash",))]
    assert [version.goulash for version in tables.current_versions(table)] == [False, False]
    sound(table)


def test_it_plays_no_goulash_after_a_deal_that_a_penalty_ended(seated: Seated, play: Any, rafe: User) -> None:
    table = seated("bmja-club")
    false = [{"code": "false_mahjong_exposed", "offender": "W"}]
    play(table, declared.draw())
    play(table, {**declared.draw(), "outcome": "ended", "wild": "J", "events": false})
    assert tables.upcoming(table) == scoring.Position(3, "E", "E"), "decision 32"
    plan = corrections.deal_correct(
        table=table, number=1, content=declared.won(), mode="replay", reason="South won.", actor=rafe
    )
    assert [change.flags for change in plan.changes] == [(), ("not_a_goulash",)]
    assert tables.upcoming(table) == scoring.Position(3, "S", "E")
    sound(table)


def test_it_plays_a_void_goulash_again_as_a_goulash(seated: Seated, play: Any, rafe: User) -> None:
    table = seated("bmja-club")
    play(table, declared.draw())
    play(table, declared.goulash())
    corrections.deal_void(table=table, number=2, mode="replay", reason="Five jokers.", actor=rafe)
    assert tables.upcoming(table) == scoring.Position(3, "E", "E", goulash=True)
    assert play(table, declared.goulash()).status == "recorded"
    sound(table)


def test_it_refuses_wild_tiles_out_of_a_goulash(seated: Seated, play: Any) -> None:
    table = seated("bmja-club")
    with pytest.raises(Refusal) as refused:
        play(table, declared.goulash())
    assert "not_a_goulash" in codes(refused)
    play(table, declared.draw())
    with pytest.raises(Refusal) as refused:
        play(table, declared.won())
    assert "wild_missing" in codes(refused)
    assert DealVersion.objects.count() == 1


def test_it_holds_a_deal_of_a_tablet_that_did_not_know_of_the_goulash(seated: Seated, play: Any) -> None:
    table = seated("bmja-club")
    plain = tables.context_hash(table, scoring.Position(2, "E", "E"))
    play(table, declared.draw())
    assert play(table, declared.draw(), context=plain).held.code == "context_changed"


def test_it_gives_back_what_became_a_goulash_or_is_none_any_more(seated: Seated, play: Any) -> None:
    table = seated("bmja-club")
    wild = tables.context_hash(table, scoring.Position(1, "E", "E", goulash=True))
    with pytest.raises(Refusal) as refused:
        play(table, declared.goulash(), context=wild)
    assert "not_a_goulash" in codes(refused)
    play(table, declared.draw())
    plain = tables.context_hash(table, scoring.Position(2, "E", "E"))
    with pytest.raises(Refusal) as refused:
        play(table, declared.won(), context=plain)
    assert "wild_missing" in codes(refused)
    assert not HeldSubmission.objects.exists()


def test_it_ends_after_sixteen_deals_that_count(seated: Seated, play: Any, rafe: User) -> None:
    table = seated("hungarian-premium", "points")
    for number in range(18):
        receipt = play(table, counted([] if number in (3, 9) else ["W"]))
        assert receipt.status == "recorded"
    assert tables.upcoming(table) is None
    late = {
        "key": str(uuid4()),
        "deal": 19,
        "seating_version": table.round.seating_version,
        "context": "0" * 64,
    }
    receipt = deal_submit(table=table, submission=submission_of({**late, **counted(["E"])}))
    assert receipt.held is not None
    assert receipt.held.code == "game_over"
    favoured = [version.result["favoured"] for version in tables.current_versions(table)]
    assert "".join(favoured) == "NESWWNESWNNESWNESW"
    sound(table)


def test_it_counts_the_deals_again_after_a_correction(seated: Seated, play: Any, rafe: User) -> None:
    table = seated("hungarian-premium", "points")
    for _ in range(3):
        play(table, counted(["W"]))
    before = nets(table)
    corrections.deal_correct(
        table=table, number=1, content=counted([]), mode="replay", reason="A draw.", actor=rafe
    )
    after = tables.current_versions(table)
    assert [version.counted for version in after] == [0, 0, 1]
    assert [version.result.get("favoured") for version in after] == ["N", "N", "E"]
    assert [version.net for version in after[1:]] != before[1:]
    sound(table)


def test_it_lets_several_players_win_and_counts_each_mahjong(seated: Seated, play: Any) -> None:
    table = seated("danish", "points")
    content = {**counted(["S", "W"], S=20, W=30, N=8), "discarder": "E", "win_source": "discard"}
    version = play(table, content).version
    assert version.net == {
        "E": -40 - 60 - 16,
        "S": 40 + 20 + 20 - 30,
        "W": 60 + 30 + 30 - 20,
        "N": 16 - 20 - 30,
    }
    won = version.scores.filter(mahjong=True).values_list("seat", flat=True)
    assert (sorted(won), version.scores.get(gave=True).seat) == (["S", "W"], "E")
    assert tables.upcoming(table) == scoring.Position(2, "S", "E")
    sound(table)


def test_it_wants_the_tiles_of_a_draw_that_counts(seated: Seated, play: Any) -> None:
    table = seated("danish")
    with pytest.raises(Refusal) as refused:
        play(table, counted([]))
    assert codes(refused) == ["tiles_required"] * 4
    with pytest.raises(Refusal) as refused:
        play(table, declared.draw())
    assert codes(refused) == ["hand_missing"] * 4


def test_it_lets_a_player_drop_out_below_the_minimum(seated: Seated, play: Any) -> None:
    table = seated("hungarian-classic")
    version = play(table, declared.with_hand("W", declared.LOW, dropped=["W"])).version
    assert version.content["dropped"] == ["W"]
    assert version.scores.get(seat="W").value == 22
    assert version.net["W"] == 22 * 2 + 22
    with pytest.raises(Refusal) as refused:
        play(table, declared.with_hand("W", {**declared.LOW, "win_source": None}, winners=["W"]))
    assert "below_minimum" in codes(refused)


PURITY = {
    "melds": [{"tiles": ["B2"] * 3, "concealed": False}, {"tiles": ["B4"] * 3, "concealed": False}],
    "concealed": ["B5"] * 3 + ["B8"] * 3 + ["B1"] * 2,
    "winning_tile": "B5",
}


@pytest.mark.parametrize(("scope", "binds"), [("competition", True), ("session", False)])
def test_it_looks_no_further_than_the_round_where_the_rules_say_so(
    scope: str, binds: bool, seated: Seated, play: Any, olive: User
) -> None:
    table = seated("bmja-tournament", "winner", repeat_scope=scope)
    player = tables.sitters(table, 1)["S"].entry
    for _ in range(2):
        play(table, pure("S"))
    rounds.round_close(round=table.round, actor=olive)
    [drawn] = rounds.round_draw(competition=table.round.competition, rounds=1, actor=olive)
    running = rounds.round_start(round=rounds.round_publish(round=drawn, actor=olive), actor=olive)
    again = Table.objects.select_related("round__competition").get(round=running)
    third = pure(again.seatings.get(entry=player).seat)
    if not binds:
        assert play(again, third).status == "recorded"
        return
    with pytest.raises(Refusal) as refused:
        play(again, third)
    assert codes(refused) == ["special_hand_repeated"]


def pure(seat: str) -> dict[str, Any]:
    return {**counted([seat]), "win_source": "wall", "hands": {**counted([])["hands"], seat: PURITY}}


def test_it_records_no_more_than_the_ledger_holds(seated: Seated, play: Any) -> None:
    table = seated("hungarian-premium", "points")
    with pytest.raises(Refusal) as refused:
        play(table, counted(["N"], N=200_000))
    assert codes(refused) == ["points_out_of_range"]
    assert play(table, counted(["N"], N=99_999)).version.net["N"] == 6 * 99_999
