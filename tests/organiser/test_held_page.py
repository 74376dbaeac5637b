"""The ruling page of a deal that came late: as the tablet showed it, and for whom accepting records it."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import strip_tags
from django.utils.timezone import localtime

from scoring import Position
from tests import declared
from tests.organiser.conftest import at
from tournaments.models import Competition, DealVersion, HeldSubmission, Table
from tournaments.selectors import tables
from tournaments.services import competitions, held, rounds, seats
from tournaments.services.deals import deal_submit


def page_of(client: Client, table: Table, kept: HeldSubmission) -> str:
    """Read the ruling page as it is read aloud."""
    shown = client.get(at("held", table.round.competition, held=kept.pk)).content.decode()
    return re.sub(r"\s+", " ", strip_tags(shown))


def names(table: Table, deal: int = 1) -> dict[str, str]:
    return {seat: sitter.entry.name for seat, sitter in tables.sitters(table, deal).items()}


def swap(table: Table, seated: tuple[str, str], olive: User, from_deal: int = 1) -> None:
    seats.seats_swap(table=table, seats=seated, from_deal=from_deal, reason="Sat wrongly.", actor=olive)


def sent_late(table: Table, unsent: Any) -> HeldSubmission:
    kept = deal_submit(table=Table.objects.get(pk=table.pk), submission=unsent).held
    assert kept
    assert kept.code == "seating_changed"
    return kept


def test_it_names_those_whom_the_tablet_showed_and_for_whom_it_would_count(
    rafe_client: Client, table: Table, olive: User, rafe: User
) -> None:
    before = names(table)
    unsent = declared.submission(table, declared.won("W", None))
    swap(table, ("S", "W"), olive)
    swap(table, ("W", "N"), olive)
    other = table.round.tables.exclude(pk=table.pk).first()
    assert other
    swap(other, ("E", "W"), olive)
    kept, now = sent_late(table, unsent), names(table)
    page = page_of(rafe_client, table, kept)
    sat = f"East {before['E']}, South {before['S']}, West {before['W']}, North {before['N']}"
    assert f"When its entry was begun: {sat}" in page
    assert f"{before['W']} goes mah-jong with a tile from the wall." in page
    moved = [
        f"{wind} is {now[seat]}, not {before[seat]}"
        for wind, seat in (("South", "S"), ("West", "W"), ("North", "N"))
    ]
    assert f"Others sit there since: {'; '.join(moved)}" in page
    counts = f"counts for those who sit there by the seating of today: {'; '.join(moved)}."
    assert page.index(counts) < page.index("Accept as the next deal")
    ruling = held.held_accept(held=kept, actor=rafe)
    assert ruling.version
    assert {row.seat: row.entry.name for row in ruling.version.scores.all()} == now


@pytest.mark.parametrize("swapped", [False, True])
def test_it_names_whom_the_tablet_showed_before_a_substitute_came(
    rafe_client: Client, table: Table, olive: User, rafe: User, swapped: bool
) -> None:
    before, unsent = names(table), declared.submission(table, declared.won("W", None))
    people = [{"family": "Stead", "status": "substitute"}]
    [stead] = competitions.entries_add(competition=table.round.competition, people=people, actor=olive)
    seats.substitute(table=table, seat="W", from_deal=1, entry=stead, actor=olive)
    if swapped:
        swap(table, ("S", "W"), olive)
    kept = sent_late(table, unsent) if swapped else deal_submit(table=table, submission=unsent).held
    assert kept
    page = page_of(rafe_client, table, kept)
    sat = f"East {before['E']}, South {before['S']}, West {before['W']}, North {before['N']}"
    assert f"When its entry was begun: {sat}" in page
    assert f"{before['W']} goes mah-jong with a tile from the wall." in page
    assert f"{'South' if swapped else 'West'} is Stead, not {before['S' if swapped else 'W']}" in page


def test_it_undoes_only_what_was_done_after_it_was_sent_and_from_its_deal_on(
    rafe_client: Client, table: Table, play: Any, olive: User
) -> None:
    play(table)
    swap(table, ("E", "S"), olive)
    table.refresh_from_db()
    table.round.refresh_from_db()
    shown = names(table, 2)
    unsent = declared.submission(table)
    swap(table, ("W", "N"), olive, from_deal=2)
    page = page_of(rafe_client, table, sent_late(table, unsent))
    assert f"West {shown['E']}" not in page
    assert f"is {shown['N']}, not {shown['W']}" in page
    assert f"not {shown['E']}" not in page


def test_it_says_nothing_of_seats_where_they_are_as_they_were(
    rafe_client: Client, table: Table, play: Any, olive: User
) -> None:
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    kept = play(table).held
    page = page_of(rafe_client, table, kept)
    assert "Others sit there since" not in page
    assert "counts for those" not in page


@pytest.mark.parametrize("published", [False, True])
def test_it_knows_places_that_changed_before_the_round_began(
    rafe_client: Client, running: Any, olive: User, published: bool
) -> None:
    """The tablet had the seating of a round that was changed by hand before it began."""
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    second = running.rounds.get(number=2)
    if published:
        second = rounds.round_publish(round=second, actor=olive)
    table = Table.objects.get(round=second, number=3)
    before, unsent = names(table), declared.submission(table)
    mine, others = table.seatings.get(seat="W"), second.seatings.filter(table__number=1)
    seats.seats_exchange(round=second, first=mine, second=others.get(seat="E"), actor=olive, reason="Late.")
    page = page_of(rafe_client, table, sent_late(table, unsent))
    assert f"West {before['W']}" in page
    assert f"West is {names(table)['W']}, not {before['W']}" in page


def test_it_gives_the_winds_of_the_deal(rafe_client: Client, table: Table, play: Any, olive: User) -> None:
    play(table)
    unsent = declared.submission(table)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    kept = deal_submit(table=Table.objects.get(pk=table.pk), submission=unsent).held
    assert kept
    sat = names(table)
    page = page_of(rafe_client, table, kept)
    assert f"North {sat['E']}, East {sat['S']}, South {sat['W']}, West {sat['N']}" in page


def test_it_gives_no_winds_of_a_deal_before_whose_turn_they_are_not_known(
    rafe_client: Client, table: Table, play: Any
) -> None:
    sat = names(table)
    page = page_of(rafe_client, table, play(table, deal=3).held)
    assert f": {sat['E']}, {sat['S']}, {sat['W']}, {sat['N']}" in page


# ------------------------------------------------------------------ where an accepted deal came from
def histories(table: Table, staff: Client, deal: int = 1) -> tuple[str, str]:
    """Read how a deal was recorded, as the office and as the public read it."""
    place = {"slug": table.round.competition.slug, "round_number": 1, "table_number": table.number}
    public = Client().get(reverse("public:deal", kwargs={**place, "deal_number": deal}))
    pages = (staff.get(at("deal", table, deal=deal)), public)
    office, everybody = (re.sub(r"\s+", " ", strip_tags(page.content.decode())) for page in pages)
    return office, everybody


def test_it_tells_afterwards_who_sent_it_why_it_waited_and_who_accepted_it(
    rafe_client: Client, table: Table, tam: Any, olive: User, rafe: User
) -> None:
    unsent = declared.submission(table)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    late = Table.objects.get(pk=table.pk)
    kept = deal_submit(table=late, submission=unsent, device=tam.device).held
    assert kept
    ruling = held.held_accept(held=kept, actor=rafe, reason="They played it.")
    sent, let_in = (date_format(localtime(one.at), "j F Y, H:i") for one in (kept, ruling))
    came = (
        f"The table’s tablet sent it on {sent}, and it was held: “Play was closed before this deal arrived.”"
    )
    office, everybody = histories(table, rafe_client)
    assert f"{came} Accepted on {let_in} by rafe." in office
    assert f"{came} Accepted on {let_in} by referee." in everybody
    assert "rafe" not in everybody


def test_it_tells_so_of_a_correction_and_of_a_deal_whose_turn_came(
    rafe_client: Client, table: Table, play: Any, rafe: User
) -> None:
    play(table, deal=2, context=tables.context_hash(table, Position(2, "S", "E")))
    play(table)
    again = play(table, declared.draw(), deal=1).held
    held.held_accept_as_correction(held=again, mode="replay", reason="A draw.", actor=rafe)
    office, everybody = histories(table, rafe_client)
    for told in (office, everybody):
        assert told.count("It came in on") == 1
    assert "Accepted as a correction on" in office
    assert "when its turn came" in histories(table, rafe_client, 2)[1]


def test_it_keeps_what_was_looked_at_where_only_the_reason_is_missing(
    rafe_client: Client, table: Table, play: Any
) -> None:
    play(table)
    address = at("held", table.round.competition, held=play(table, declared.draw(), deal=1).held.pk)
    form = {"mode": "replay", "reason": ""}
    looked = rafe_client.post(address, {**form, "step": "look"})
    form["seen_plan"] = looked.context["ahead"].digest
    for step in ("decline", "correct"):
        refused = rafe_client.post(address, {**form, "step": step})
        assert (refused.status_code, "Give a reason." in refused.content.decode()) == (422, True)
        assert refused.context["ahead"].digest == form["seen_plan"]
        assert "Accept as a correction" in refused.content.decode()
    again = refused.context["form"].data.dict() | {"reason": "A draw.", "step": "correct"}
    assert rafe_client.post(address, again).status_code == 302
    assert DealVersion.objects.count() == 2


@pytest.mark.parametrize(("kind", "called"), [("tournament", "round"), ("season", "meeting")])
def test_it_speaks_of_rounds_or_meetings_as_the_competition_does(
    rafe_client: Client, table: Table, play: Any, kind: str, called: str
) -> None:
    kept = play(table, seating_version=99).held
    Competition.objects.filter(pk=table.round.competition_id).update(kind=kind)
    page = page_of(rafe_client, table, kept)
    assert f"under a seating that no {called} has had" in page
