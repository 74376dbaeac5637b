"""What the server says of a deal while the staff write it as text: what it would say if they saved it."""

from typing import Any

import pytest
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tournaments.models import DealVersion, Table

pytestmark = pytest.mark.django_db


def hands_of(seats: str = "EWN") -> dict[str, str]:
    told = {f"hand_{seat}": text for seat, text in declared.RACKS.items() if seat in seats}
    return told | {"hand_S": "[B9 B9 B9] C999 D999 B6* B78 B22"}


def test_it_says_the_faults_of_saving_by_field_and_what_the_deal_comes_to(
    olive_client: Client, table: Table, typed: Any
) -> None:
    page, address = at("deal-enter", table), at("deal-enter-preview", table)
    form = typed(olive_client, page, winner="S", win_source="discard", discarder="E", **hands_of())
    told = olive_client.post(address, form).json()
    assert (told["faults"], told["net"]) == ({}, {"E": -80, "S": 160, "W": -40, "N": -40})
    assert [row["who"].partition(":")[0] for row in told["players"]] == ["East", "South", "West", "North"]
    assert [(row["value"], row["net"]) for row in told["players"]] == [
        (0, -80),
        (40, 160),
        (0, -40),
        (0, -40),
    ]
    assert any(text.endswith("for the mah-jong, double with East: 2 × 40 = 80.") for text in told["payments"])
    for changes in ({"hand_S": "B1 zz"}, {"hand_E": "B1 B1 B1 B1 B1"}, {"win_source": ""}):
        told = olive_client.post(address, form | changes).json()
        saved = olive_client.post(page, form | changes).context["form"].errors.get_json_data()
        assert (told["faults"], "net" in told) == (saved, False)
    assert not DealVersion.objects.exists()


def test_it_says_the_same_of_a_correction(rafe_client: Client, table: Table, typed: Any, play: Any) -> None:
    play(table)
    page, address = (at(name, table, deal=1) for name in ("deal-correct", "deal-correct-preview"))
    form = typed(rafe_client, page, discarder="W")
    assert rafe_client.post(address + "?mode=replay", form).json()["net"]["S"] == 160
    told = rafe_client.post(address + "?mode=replay", form | {"hand_S": "zz"}).json()
    assert [fault["code"] for fault in told["faults"]["hand_S"]] == ["unreadable"]


def test_it_takes_a_plain_number_for_the_points_of_a_hand(
    typed: Any, olive_client: Client, table: Table
) -> None:
    address = at("deal-enter", table)
    form = typed(olive_client, address, outcome="nothing", hand_W=" 10 ", hand_N="=10")
    read = olive_client.post(address, form).context["form"].cleaned_data
    assert read["hand_W"] == read["hand_N"] == {"points": 10}
