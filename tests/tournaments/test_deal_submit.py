"""A tablet submits a deal: recorded once, replayed, held with a reason, or refused with every fault."""

import pytest

from tests import declared
from tournaments.deal import hashes
from tournaments.models import Action, DealVersion, HeldSubmission, Outbox, Ruling, ScoreRow
from tournaments.refusals import Refusal
from tournaments.services import competitions, devices, rounds, seats
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db


def test_it_records_the_deal_with_its_scores(table, play):
    receipt = play(table)
    assert receipt.status == "recorded"
    # bmja.md: pung 4, two concealed pungs 8 + 8, mah-jong 20 = 40; East pays double
    assert {row.seat: (row.value, row.net) for row in receipt.version.scores.all()} == {
        "E": (0, -80),
        "S": (40, 160),
        "W": (0, -40),
        "N": (0, -40),
    }


def test_it_marks_who_won_and_who_gave(table, play):
    receipt = play(table)
    marks = {row.seat: (row.mahjong, row.gave) for row in receipt.version.scores.all()}
    assert marks == {"E": (False, True), "S": (True, False), "W": (False, False), "N": (False, False)}


def test_it_passes_the_winds_when_another_than_east_wins(table, play):
    version = play(table).version
    assert (version.east, version.next_east, version.next_round_wind) == ("E", "S", "E")


def test_it_returns_the_first_answer_when_the_tablet_retries(table, play):
    body = declared.body(table)
    first = deal_submit(table=table, submission=declared.submission_of(body))
    again = deal_submit(table=table, submission=declared.submission_of(body))
    assert (first.status, again.status) == ("recorded", "replayed")
    assert again.version == first.version
    assert DealVersion.objects.count() == 1
    assert ScoreRow.objects.count() == 4


def test_it_refuses_a_key_with_another_content(table):
    body = declared.body(table)
    deal_submit(table=table, submission=declared.submission_of(body))
    with pytest.raises(Refusal) as refused:
        deal_submit(table=table, submission=declared.submission_of({**body, **declared.draw()}))
    assert refused.value.code == "key_reused"
    assert DealVersion.objects.count() == 1


def _hold(code: str, **changes):
    return pytest.param(code, changes, id=code)


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        _hold("seating_changed", seating_version=99),
        _hold("deal_out_of_order", deal=3),
        _hold("context_changed", context="0" * 64),
        _hold("score_mismatch", expected={"E": -1, "S": 1, "W": 0, "N": 0}),
    ],
)
def test_it_holds_what_cannot_be_recorded_here_and_now(table, play, code, changes):
    receipt = play(table, **changes)
    assert (receipt.status, receipt.held.code) == ("held", code)
    assert not DealVersion.objects.exists()


def test_it_holds_a_second_entry_of_a_recorded_deal_and_says_that_it_is_the_same(table, play):
    body = declared.body(table)
    play(table)
    again = deal_submit(table=table, submission=declared.submission_of(body))
    assert (again.status, again.held.code) == ("held", "deal_already_recorded")
    assert again.held.facts["same"] is True


def test_it_holds_a_deal_that_arrives_after_the_round_closed(table, play, olive):
    body = declared.body(table)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    receipt = deal_submit(table=table, submission=declared.submission_of(body))
    assert (receipt.status, receipt.held.code) == ("held", "round_closed")


def test_it_answers_a_retry_of_a_held_deal_with_held_and_keeps_it_once(table):
    body = declared.body(table, deal=5)
    for _ in range(2):
        assert deal_submit(table=table, submission=declared.submission_of(body)).status == "held"
    assert HeldSubmission.objects.count() == 1


def test_it_records_an_early_deal_when_its_turn_comes(table, play):
    first = declared.body(table)
    play(table)
    second = declared.body(table, declared.won("W", "N"))
    # the same two deals at table 4, delivered in the other order
    other = table.round.tables.get(number=4)
    early = declared.body(other, declared.won("W", "N"), deal=2, context=_context_of(other, 2, "S"))
    assert deal_submit(table=other, submission=declared.submission_of(early)).held.code == "deal_out_of_order"
    deal_submit(table=other, submission=declared.submission_of(declared.body(other)))
    assert [v.number for v in DealVersion.objects.filter(table=other)] == [1, 2]
    assert Ruling.objects.get().decision == Ruling.Decision.PROMOTED
    assert first["key"] != second["key"]


def substitute_for(table, actor):
    people = [{"family": "Stead", "status": "substitute"}]
    return competitions.entries_add(competition=table.round.competition, people=people, actor=actor)[0]


def test_it_holds_a_deal_that_was_begun_before_a_substitute_took_the_seat(table, play, olive):
    entered = declared.body(table)  # the tablet still shows who sat there
    entry = substitute_for(table, olive)
    seats.substitute(table=table, seat="S", from_deal=1, entry=entry, actor=olive)
    held = deal_submit(table=table, submission=declared.submission_of(entered)).held
    assert (held.code, DealVersion.objects.count()) == ("context_changed", 0)
    assert play(table).version.scores.get(seat="S").entry == entry


def test_it_records_deals_of_before_a_substitute_that_arrive_after_he_was_named(table, play, olive):
    entered = declared.body(table)
    entry = substitute_for(table, olive)
    seats.substitute(table=table, seat="S", from_deal=2, entry=entry, actor=olive)
    assert deal_submit(table=table, submission=declared.submission_of(entered)).version.number == 1


def _context_of(table, number, east):
    from scoring import Position
    from tournaments.selectors import tables

    return tables.context_hash(table, Position(number, east, "E"))


def test_it_reports_every_fault_of_the_four_hands_and_stores_nothing(table, play):
    content = declared.won()
    content["hands"] = {
        **content["hands"],
        "E": declared.rack("B1 B3 B5 B7 C1 C3 C5 C7 D1 D3 D5 XX WN"),
        "W": declared.rack("B1 B3 B5"),
    }
    with pytest.raises(Refusal) as refused:
        play(table, content)
    assert refused.value.code == "deal_refused"
    found = {(problem["seat"], problem["code"]) for problem in refused.value.problems}
    assert {("E", "unknown_tile"), ("W", "too_few_tiles")} <= found
    assert all(problem["message"] for problem in refused.value.problems)
    assert not DealVersion.objects.exists()
    assert not Outbox.objects.filter(payload__has_key="deal").exists()


def test_it_refuses_a_fifth_tile_across_the_hands(table, play):
    content = declared.won()
    content["hands"]["E"] = declared.rack("C9 C9 B5 B7 C1 C3 C5 C7 D1 D3 D5 D7 WN")
    with pytest.raises(Refusal) as refused:
        play(table, content)
    assert "too_many_of_kind_in_deal" in {problem["code"] for problem in refused.value.problems}


def test_it_wants_tiles_where_the_event_does(table, play):
    content = declared.won()
    content["hands"]["W"] = {"points": 8}
    with pytest.raises(Refusal) as refused:
        play(table, content)
    assert [(p["seat"], p["code"]) for p in refused.value.problems] == [("W", "tiles_required")]


def test_it_takes_what_counts_of_losers_where_the_event_asks_for_no_more(table, play):
    whole = play(table, declared.won()).version
    type(table.round.competition).objects.update(entry_level="counting")
    content = declared.won()
    for seat in "EWN":
        content["hands"][seat] = {"melds": [], "concealed": [], "unshown": 13}
    version = play(table, content).version
    assert version.net != whole.net  # these hands were worth something
    assert version.result["values"] == {**whole.result["values"], "E": 0, "W": 0, "N": 0}
    assert {line["code"] for line in version.result["hands"]["E"]["lines"]} == {"unshown"}


def test_it_wants_every_tile_where_the_event_does(table, play):
    content = declared.won()
    content["hands"]["W"] = {"melds": [], "concealed": ["WE"], "unshown": 12}
    with pytest.raises(Refusal) as refused:
        play(table, content)
    [problem] = refused.value.problems
    assert (problem["seat"], problem["code"], problem["facts"]["count"]) == ("W", "every_tile_required", 12)


def test_it_takes_points_of_losers_where_the_event_asks_for_the_winners_tiles_only(table, play):
    type(table.round.competition).objects.update(entry_level="winner")
    content = declared.won()
    content["hands"] |= {seat: {"points": points} for seat, points in (("E", 8), ("W", 4), ("N", 0))}
    version = play(table, content).version
    # West and North pay South 40, East 80; East gets 2*(8-4) from West and 2*8 from North, West 4 from North
    assert version.net == {"E": -80 + 8 + 16, "S": 160, "W": -40 - 8 + 4, "N": -40 - 16 - 4}


def test_it_refuses_a_tablet_that_was_revoked_while_it_waited(table, tam, olive):
    devices.device_revoke(device=tam.device, actor=olive)
    with pytest.raises(Refusal) as refused:
        deal_submit(table=table, submission=declared.submission(table), device=tam.device)
    assert refused.value.code == "not_authenticated"


def test_it_records_a_draw_without_hands(table, play):
    version = play(table, declared.draw()).version
    assert set(version.net.values()) == {0}
    assert version.next_east == "E"


def test_it_raises_the_revision_by_one(table, play, running):
    before = running.revision
    play(table)
    running.refresh_from_db()
    assert running.revision == before + 1


def test_it_chains_each_version_to_the_one_before(table, play, running):
    versions = [play(table).version, play(table, declared.draw()).version]
    other = table.round.tables.get(number=1)
    versions.append(play(other).version)
    assert [v.sequence for v in versions] == [1, 2, 3]
    between = [line.seal["sha256"] for line in Action.objects.filter(verb="deal_play").order_by("pk")]
    said = [hashes.chain(v.chain, sha256) for v, sha256 in zip(versions, between, strict=True)]
    assert [v.prev_chain for v in versions[1:]] == said[:-1], "each deal, then its line of the log"
    running.refresh_from_db()
    assert (running.chain_head, running.chain_end) == (versions[-1].chain, said[-1])
