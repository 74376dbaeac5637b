"""The staff’s pages of a table of five or three: of who rests no hand is asked, and totals are of five."""

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from players.models import Club
from tests import evenings
from tests.organiser.conftest import at, look, save
from tournaments.models import DealVersion

POINTS = {"E": 8, "S": 72, "W": 30, "N": 14, "R": 20}
WON = {"winner": "W", "win_source": "wall"}


def hands(seats: str) -> dict[str, str]:
    return {f"hand_{seat}": f"={POINTS[seat]}" for seat in seats}


def asked(client: Client, address: str, prefix: str) -> list[str]:
    form = client.get(address).context["form"]
    return [name.removeprefix(prefix) for name in form.fields if name.startswith(prefix)]


def test_it_asks_for_the_hands_of_who_plays(
    olive_client: Client, club: Club, olive: User, typed: Any
) -> None:
    table = evenings.seated(club, olive, 5)
    address = at("deal-enter", table)
    assert asked(olive_client, address, "hand_") == [*"ESWN"]
    form = typed(olive_client, address, **WON, **hands("ESWN"))
    assert olive_client.post(address, form | {"on": "yes"}).status_code == 302
    assert asked(olive_client, address, "hand_") == [*"SWNR"]
    form = typed(olive_client, address, **WON, **hands("SWNR"))
    assert olive_client.post(address, form).status_code == 302
    assert [one.net for one in DealVersion.objects.order_by("number")] == [
        {"E": -200, "S": 156, "W": 120, "N": -76, "R": 0},
        {"E": 0, "S": 160, "W": 120, "N": -152, "R": -128},
    ]
    for name, more in PAGES:
        assert olive_client.get(at(name, table, **more)).status_code == 200


PAGES: list[tuple[str, dict[str, int]]] = [
    ("table", {}),
    ("deal", {"deal": 2}),
    ("deal-penalty", {"deal": 2}),
    ("deal-correct", {"deal": 1}),
    ("deal-void", {"deal": 1}),
]


def test_it_shows_who_rested_before_and_after_a_correction(
    olive_client: Client, club: Club, olive: User, typed: Any
) -> None:
    table = evenings.seated(club, olive, 5)
    for seats in ("ESWN", "SWNR"):
        address = at("deal-enter", table)
        olive_client.post(address, typed(olive_client, address, **WON, **hands(seats)))
    address = at("deal-correct", table, deal=1)
    form = typed(olive_client, address, winner="E", win_source="wall", reason="East had won.")
    second = look(olive_client, address, form).context["ahead"].deals[1]
    winds = {seat.seat: (seat.wind_before, seat.wind_after) for seat in second.seats}
    assert (winds["R"], winds["E"]) == (("N", ""), ("", "E"))
    assert save(olive_client, address, form).status_code == 302
    latest = DealVersion.objects.current().order_by("number")
    assert [one.resting for one in latest] == ["R", "R"]
    assert all(sum(one.net.values()) == 0 for one in latest)


@pytest.mark.parametrize(("people", "seats"), [(5, "ESWNR"), (3, "ESW"), (2, "EW")])
def test_it_takes_the_totals_of_all_who_sat(
    olive_client: Client, club: Club, olive: User, typed: Any, people: int, seats: str
) -> None:
    table = evenings.seated(club, olive, people, entry_level="totals")
    address = at("deal-enter", table)
    assert asked(olive_client, address, "total_") == [*seats]
    told = dict.fromkeys(seats, 10) | {seats[-1]: -10 * (len(seats) - 1)}
    form = typed(olive_client, address, **{f"total_{seat}": str(net) for seat, net in told.items()})
    assert olive_client.post(address, form).status_code == 302
    assert DealVersion.objects.get().net == told
    again = at("deal-correct", table, deal=1)
    assert asked(olive_client, again, "total_") == [*seats]


def test_its_score_sheet_has_a_column_for_the_fifth(olive_client: Client, club: Club, olive: User) -> None:
    table = evenings.seated(club, olive, 5)
    answer = olive_client.get(at("score-sheets", table.round.competition))
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    said = " ".join(page.extract_text().split())
    assert said.count("Fifth seat") == 3  # over the seat, over the column, under the line to sign on
    assert "P5 Evening" in said
