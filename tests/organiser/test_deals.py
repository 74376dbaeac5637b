"""Correct and void deals after seeing what it brings; seats put right and substitutes."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at, look, looked, save
from tournaments.models import Action, Competition, DealVersion, Entry, Table
from tournaments.selectors import tables
from tournaments.selectors.standings import summed
from tournaments.services import competitions, corrections, seats
from tournaments.views.organiser.tables import DealVoid


@pytest.fixture
def played(table: Table, play: Any) -> Table:
    """Table 3 after three deals: South wins from East, a draw, West wins from the wall."""
    play(table)
    play(table, declared.draw())
    play(table, declared.won("W", None))
    return table


def nets(table: Table) -> list[list[int]]:
    return [list(version.net.values()) for version in tables.current_versions(table)]


UNWON = {"outcome": "draw", "winner": "", "discarder": "", "win_source": ""}
AS_SHOWN = [[-80, 160, -40, -40], [0, 0, 0, 0]]


def test_it_changes_nothing_when_corrected_to_what_it_is(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    address = at("deal-correct", played, deal=1)
    page = look(rafe_client, address, typed(rafe_client, address))
    assert [seat.move for deal in page.context["ahead"].deals for seat in deal.seats] == [0, 0, 0, 0]
    assert page.context["ahead"].moves == ()


def test_it_shows_every_consequence_and_saves_nothing_yet(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    address = at("deal-correct", played, deal=1)
    before = nets(played)
    page = look(rafe_client, address, typed(rafe_client, address, **UNWON))
    ahead = page.context["ahead"]
    assert [deal.number for deal in ahead.deals] == [1, 2, 3]  # the winds of the later ones change
    first = {seat.seat: (seat.net_before, seat.net_after) for seat in ahead.deals[0].seats}
    assert first == {"E": (-80, 0), "S": (160, 0), "W": (-40, 0), "N": (-40, 0)}
    assert next((seat.seat, seat.wind_before, seat.wind_after) for seat in ahead.deals[1].seats) == (
        "E",
        "N",
        "E",
    )
    assert {move.number for move in ahead.moves if move.difference} == {
        tables.sitters(played, 1)[seat].entry.number for seat in "ESWN"
    }
    assert nets(played) == before
    assert DealVersion.objects.count() == 3


def test_it_saves_exactly_what_was_shown(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("deal-correct", played, deal=1)
    form = typed(rafe_client, address, reason="Nobody had won.", **UNWON)
    ahead = look(rafe_client, address, form).context["ahead"]
    shown = [[seat.net_after for seat in deal.seats] for deal in ahead.deals]
    totals = {move.number: move.total_after for move in ahead.moves}
    assert save(rafe_client, address, form).status_code == 302
    assert nets(played) == shown
    rows = {row.number: row.total for row in summed(played.round.competition).rows}
    assert {number: rows[number] for number in totals} == totals
    version = tables.current_versions(played)[0]
    assert (version.reason, version.actor.username) == ("Nobody had won.", "rafe")  # type: ignore[union-attr]


def test_it_keeps_the_later_winds_as_they_were_played(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("deal-correct", played, deal=1)
    form = typed(rafe_client, address, mode="as_played", reason="No.", **UNWON)
    before = nets(played)
    assert save(rafe_client, address, form).status_code == 302
    assert nets(played) == [[0, 0, 0, 0], *before[1:]]


def test_it_corrects_a_hand_written_as_text(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("deal-correct", played, deal=1)
    form = typed(
        rafe_client, address, hand_S="(b999) c999 d999 b6* b78 b22", reason="The pung was concealed."
    )
    assert save(rafe_client, address, form).status_code == 302
    version = tables.current_versions(played)[0]
    assert version.scores.get(seat="S").value == 44


FAULTS = [
    ({"hand_S": "(b999) c999 d999 b6* b78"}, "hand_S"),
    ({"hand_E": "b1 zz"}, "hand_E"),
    ({"hand_E": "=20"}, "hand_E"),
    ({"discarder": ""}, "discarder"),
    ({"winner": "Q"}, "winner"),
]


@pytest.mark.parametrize(("change", "field"), FAULTS)
def test_it_says_beside_the_field_what_is_impossible(
    rafe_client: Client, played: Table, typed: Any, change: dict[str, str], field: str
) -> None:
    address = at("deal-correct", played, deal=1)
    response = rafe_client.post(address, typed(rafe_client, address, reason="A try.", **change))
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert response.context["form"]["reason"].value() == "A try."
    assert DealVersion.objects.count() == 3


def test_it_wants_a_reason_to_save(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("deal-correct", played, deal=1)
    response = save(rafe_client, address, typed(rafe_client, address, **UNWON))
    assert response.status_code == 422
    assert "Give a reason." in response.content.decode()
    assert "autofocus" in str(response.context["form"]["reason"])
    assert 'id="consequences"' not in response.content.decode()  # the page goes to the reason, not to that
    assert response.context["ahead"].digest  # what was looked at stays, and is saved as soon as there is one
    assert DealVersion.objects.count() == 3
    again = dict(response.context["form"].data.items()) | {"reason": "North told me."}
    assert rafe_client.post(address, again).status_code == 302


def test_it_refuses_when_somebody_else_changed_the_deal(
    rafe_client: Client, olive_client: Client, played: Table, typed: Any
) -> None:
    address = at("deal-correct", played, deal=1)
    stale = typed(rafe_client, address, hand_N="b1 b4 b7 b8 c1 c4 c6 c8 d1 d4 d6 d8 wn", reason="Mine.")
    other = at("deal-void", played, deal=2)
    assert save(olive_client, other, typed(olive_client, other, reason="Void.")).status_code == 302
    fresh = typed(olive_client, address, reason="Theirs.", **UNWON)
    save(olive_client, address, fresh)
    response = rafe_client.post(address, stale)
    assert response.status_code == 409
    assert "Somebody else changed deal 1" in response.content.decode()
    assert response.context["form"]["hand_N"].value() == stale["hand_N"]
    assert response.context["form"]["seen_version"].value() == "2"


def test_it_asks_to_look_again_when_the_consequences_changed(
    rafe_client: Client, played: Table, typed: Any, play: Any
) -> None:
    address = at("deal-correct", played, deal=1)
    form = looked(rafe_client, address, typed(rafe_client, address, reason="Nobody had won.", **UNWON))
    play(played)
    response = rafe_client.post(address, form)
    assert response.status_code == 409
    assert nets(played)[:2] == AS_SHOWN


def test_it_saves_once_when_the_button_is_pressed_twice(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    address = at("deal-void", played, deal=1)
    form = looked(rafe_client, address, typed(rafe_client, address, reason="Twice entered."))
    answers = [rafe_client.post(address, form).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert DealVersion.objects.filter(kind="void").count() == 1


def test_it_is_saved_by_the_first_press_while_the_second_looks_ahead(
    rafe_client: Client, played: Table, typed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = at("deal-void", played, deal=1)
    form = looked(rafe_client, address, typed(rafe_client, address, reason="Twice entered."))
    assert rafe_client.post(address, form).status_code == 302
    known = iter([False, True])  # not yet when the second press arrives
    monkeypatch.setattr(DealVoid, "done_before", lambda page, form: next(known))
    assert rafe_client.post(address, form).status_code == 302
    assert DealVersion.objects.filter(kind="void").count() == 1


def test_it_says_that_a_saved_correction_was_sent_again_with_other_content(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    address = at("deal-void", played, deal=1)
    form = looked(rafe_client, address, typed(rafe_client, address, reason="Dealt twice."))
    assert rafe_client.post(address, form).status_code == 302
    again = rafe_client.post(address, {**form, "reason": "Another reason."})
    assert again.status_code == 422
    assert "was saved before with other content" in again.content.decode()


def test_it_shows_no_confirmation_of_a_void_deal(rafe_client: Client, played: Table) -> None:
    Competition.objects.filter(pk=played.round.competition_id).update(confirmed_by="all")
    corrections.deal_void(table=played, number=3, mode="replay", reason="A wrong wall.", actor=None)
    page = rafe_client.get(at("deal", played, deal=3)).content.decode()
    assert ("badge-void" in page, "badge-official" in page) == (True, False)


def test_it_refuses_to_void_twice(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("deal-void", played, deal=1)
    save(rafe_client, address, typed(rafe_client, address, reason="Void."))
    again = rafe_client.post(address, typed(rafe_client, address, reason="Again."))
    assert again.status_code == 409
    assert "already void" in again.content.decode()


def test_it_gives_the_deals_to_those_who_really_sat_there(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    east, south = (tables.sitters(played, 1)[seat].entry for seat in "ES")
    address = at("swap", played)
    form = typed(rafe_client, address, first="E", second="S", reason="They had changed seats.")
    ahead = look(rafe_client, address, form).context["ahead"]
    assert {move.number for move in ahead.moves} >= {east.number, south.number}
    assert save(rafe_client, address, form).status_code == 302
    scores = {row.seat: row.entry for row in tables.current_versions(played)[0].scores.all()}
    assert (scores["E"], scores["S"]) == (south, east)


def test_who_sits_here_stands_from_east_on_when_seats_were_put_right(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    address = at("swap", played)
    save(
        rafe_client,
        address,
        typed(rafe_client, address, first="E", second="S", reason="They had changed seats."),
    )
    rows = tables.seatings_of(played)
    assert [row.seat for row in rows] == ["W", "N", "E", "S"]  # as they were written
    assert [row.seat for row in rafe_client.get(at("table", played)).context["seatings"]] == list("ESWN")


def test_it_swaps_once_when_the_button_is_pressed_twice(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    east = tables.sitters(played, 1)["E"].entry
    address = at("swap", played)
    swap = typed(rafe_client, address, first="E", second="S", reason="They had changed seats.")
    form = looked(rafe_client, address, swap)
    for _ in range(2):
        answer = rafe_client.post(address, form)
        assert answer.status_code == 302
    assert tables.sitters(played, 1)["S"].entry == east


def test_it_puts_no_seats_right_as_they_were_before_a_substitute_came(
    rafe_client: Client, played: Table, typed: Any, olive: User
) -> None:
    """No deal is told otherwise by the plan: only the seats themselves say that somebody else sits there."""
    address = at("swap", played)
    swap = typed(rafe_client, address, first="E", second="S", reason="They had changed seats.")
    form = looked(rafe_client, address, swap)
    stead = {"given": "Stella", "family": "Stead"}
    seats.seat_hand_over(table=played, seat="S", from_deal=2, who=stead, actor=olive)
    before = [row.pk for row in DealVersion.objects.filter(table=played)]
    refused = rafe_client.post(address, form | {"save": "1"})
    assert (refused.status_code, "Stead" in refused.content.decode()) == (409, True)
    assert [row.pk for row in DealVersion.objects.filter(table=played)] == before


def test_it_refuses_to_swap_a_seat_with_itself(rafe_client: Client, played: Table, typed: Any) -> None:
    form = typed(rafe_client, at("swap", played), first="E", second="E", reason="Hm.")
    assert rafe_client.post(at("swap", played), form).status_code == 422


def test_it_seats_a_substitute_from_a_deal_on(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("substitute", played)
    form = typed(rafe_client, address, seat="N", given="Sub", family="Stitute", from_deal="3")
    assert rafe_client.post(address, form).status_code == 302
    entry = played.round.competition.entries.get(status=Entry.Status.SUBSTITUTE)
    current = tables.current_versions(played)
    north = [version.scores.get(seat="N").entry for version in current]
    assert [one == entry for one in north] == [False, False, True]
    assert current[2].scores.get(seat="N").stands_for == north[0]
    assert nets(played)[:2] == AS_SHOWN


def test_a_substitute_who_sits_there_already_stays(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("substitute", played)
    for _ in range(2):  # back, and pressed again on a page that knows the seats
        form = typed(rafe_client, address, seat="N", given="Sub", family="Stitute", from_deal="3")
        assert rafe_client.post(address, form).status_code == 302
    assert [row.from_deal for row in played.seatings.filter(seat="N")] == [1, 3]
    assert Action.objects.filter(verb="substitute").count() == 1


def test_it_names_nobody_in_a_row_that_stays_for_ever(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("substitute", played)
    form = typed(rafe_client, address, seat="N", given="Sub", family="Stitute", from_deal="3")
    rafe_client.post(address, form)
    entry = played.round.competition.entries.get(status=Entry.Status.SUBSTITUTE)
    assert DealVersion.objects.get(kind="reseat").reason == f"substitute {entry.number} from 3"
    for page in (at("deal", played, deal=3), at("log", played.round.competition)):
        assert f"Number {entry.number} plays from deal 3." in rafe_client.get(page).content.decode()


def test_it_lets_a_player_come_back(rafe_client: Client, played: Table, typed: Any) -> None:
    pat = tables.sitters(played, 1)["N"].entry
    address = at("substitute", played)
    rafe_client.post(address, typed(rafe_client, address, seat="N", family="Stitute", from_deal="3"))
    back = typed(rafe_client, address, seat="N", entry=str(pat.pk), from_deal="4")
    assert rafe_client.post(address, back).status_code == 302
    assert [tables.sitters(played, deal)["N"].entry == pat for deal in (2, 3, 4)] == [True, False, True]


def test_it_seats_nobody_from_a_page_of_before_the_seats_were_put_right(
    rafe_client: Client, played: Table, olive: User, typed: Any
) -> None:
    address = at("substitute", played)
    seen = typed(rafe_client, address, seat="N", given="Sub", family="Stitute", from_deal="4")
    seats.seats_swap(table=played, seats=("N", "W"), from_deal=1, reason="Sat wrongly.", actor=olive)
    sitting = tables.sitters(played, 4)
    stale = rafe_client.post(address, seen)
    assert stale.status_code == 409
    assert "were changed meanwhile. Look at who sits where now" in stale.content.decode()
    assert tables.sitters(played, 4) == sitting
    shown = {field.html_name: field.value() or "" for field in stale.context["form"]}
    assert (shown["seat"], shown["family"]) == ("", "Stitute")
    assert f"North: {sitting['N'].entry}" in stale.content.decode()
    assert rafe_client.post(address, {**shown, "seat": "N"}).status_code == 302
    assert tables.sitters(played, 4)["N"].stands_for == sitting["N"].entry


def test_it_seats_one_of_two_substitutes_sent_from_the_same_page(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    address = at("substitute", played)
    first = typed(rafe_client, address, seat="N", family="Stitute", from_deal="4")
    assert rafe_client.post(address, first).status_code == 302
    assert rafe_client.post(address, {**first, "family": "Stead"}).status_code == 409
    assert [one.family for one in substitutes_of(played)] == ["Stitute"]


def substitutes_of(table: Table) -> list[Any]:
    """List the people who were entered as substitutes."""
    entered = table.round.competition.entries.filter(status=Entry.Status.SUBSTITUTE)
    return [entry.player for entry in entered.select_related("player")]


def test_it_refuses_a_substitute_who_is_nobody_or_two_people(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    form = typed(rafe_client, at("substitute", played), seat="N", from_deal="4")
    answer = rafe_client.post(at("substitute", played), form)
    assert answer.status_code == 422
    assert "one of the two" in answer.content.decode()


def test_it_refuses_a_substitute_from_a_deal_that_is_never_played(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    form = typed(rafe_client, at("substitute", played), seat="N", family="Stitute", from_deal="50")
    answer = rafe_client.post(at("substitute", played), form)
    assert answer.status_code == 422
    assert f"Table {played.number} plays no deal 50. Choose" in answer.content.decode()
    assert not played.round.competition.entries.filter(status=Entry.Status.SUBSTITUTE).exists()


def test_it_says_of_a_substitute_with_an_unfit_name_only_that(
    rafe_client: Client, played: Table, typed: Any
) -> None:
    form = typed(rafe_client, at("substitute", played), seat="N", family="Sti\u202etute", from_deal="3")
    said = rafe_client.post(at("substitute", played), form).content.decode()
    assert "characters that cannot be shown" in said
    assert "one of the two" not in said


def test_it_escapes_what_people_write(rafe_client: Client, played: Table, typed: Any) -> None:
    address = at("deal-void", played, deal=1)
    save(rafe_client, address, typed(rafe_client, address, reason="<img src=x onerror=alert(1)>"))
    for page in (at("deal", played, deal=1), at("log", played.round.competition)):
        shown = rafe_client.get(page).content.decode()
        assert "&lt;img src=x" in shown
        assert "<img src=x" not in shown


def test_it_names_who_played_a_deal_where_a_substitute_sits_now(
    rafe_client: Client, table: Table, play: Any, olive: User
) -> None:
    play(table)
    before = tables.sitters(table, 1)["S"].entry.name
    people = [{"family": "Stead", "status": "substitute"}]
    [stead] = competitions.entries_add(competition=table.round.competition, people=people, actor=olive)
    seats.substitute(table=table, seat="S", from_deal=2, entry=stead, actor=olive)
    play(table, declared.won("W", "N"))
    shown = rafe_client.get(at("table", table)).context["deals"]
    assert [[name for _, name in scores] for _, scores in shown] == [["", before, "", ""], [""] * 4]
    assert f'<div class="small">{before}</div>' in rafe_client.get(at("table", table)).content.decode()
