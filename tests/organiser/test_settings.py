"""Change, publish and unpublish a competition."""

from typing import Any

from django.test import Client

from tests.organiser.conftest import at
from tournaments.models import Competition, Table


def test_it_changes_what_may_be_changed(olive_client: Client, tournament: Competition, typed: Any) -> None:
    address = at("settings", tournament)
    form = typed(olive_client, address, name="Spring Day, again", minutes_per_round="90")
    assert olive_client.post(address, form).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.minutes_per_round) == ("Spring Day, again", 90)


def test_it_changes_nothing_when_saved_as_shown(
    olive_client: Client, tournament: Competition, typed: Any
) -> None:
    before = Competition.objects.filter(pk=tournament.pk).values().get()
    olive_client.post(at("settings", tournament), typed(olive_client, at("settings", tournament)))
    after = Competition.objects.filter(pk=tournament.pk).values().get()
    assert {**after, "revision": 0} == {**before, "revision": 0}


def test_it_fixes_the_rules_once_a_deal_is_recorded(
    olive_client: Client, table: Table, play: Any, typed: Any
) -> None:
    address = at("settings", table.round.competition)
    form = typed(olive_client, address, option_only_possible_tile="4")
    play(table)
    refused = olive_client.post(address, form)
    assert refused.status_code == 422
    assert "can no longer be changed" in refused.content.decode()
    assert refused.context["form"]["option_only_possible_tile"].value() == "4"
    assert (
        olive_client.post(address, {**form, "option_only_possible_tile": "2", "name": "New"}).status_code
        == 302
    )


def test_it_publishes_and_unpublishes(olive_client: Client, tournament: Competition, client: Client) -> None:
    olive_client.post(at("unpublish", tournament))
    assert client.get(f"/c/{tournament.slug}/").status_code == 404
    olive_client.post(at("publish", tournament))
    assert client.get(f"/c/{tournament.slug}/").status_code == 200
