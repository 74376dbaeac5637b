"""Change, publish and unpublish a competition."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tournaments.models import Competition, Table
from tournaments.services import rounds
from tournaments.services.reckoning import rules_of

COUNTED = {"revision", "chain_head", "chain_end", "links", "sealed_at"}  # the log says that somebody saved
REVISED = "The table of these rules was revised"


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
    assert {name for name in before if before[name] != after[name]} <= COUNTED


def test_it_says_how_many_deals_wait_when_others_are_to_confirm(
    olive_client: Client, olive: User, running: Competition, table: Table, play: Any, typed: Any
) -> None:
    play(table)
    rounds.round_close(round=running.rounds.get(number=1), actor=olive, anyway=True)
    address = at("settings", running)
    for confirmed_by, waits in (("all", True), ("all", False), ("nobody", False)):
        form = typed(olive_client, address, confirmed_by=confirmed_by)
        said = olive_client.post(address, form, follow=True).content.decode()
        assert ("now wait to be confirmed: 1." in said) == waits


def faults_of(page: Any) -> list[str]:
    """Name the fields that are marked as faulty, in the order of the page."""
    return re.findall(r'<(?:input|select|textarea)[^>]*name="(\w+)"[^>]*aria-invalid="true"', told_by(page))


def begins_at(page: Any) -> list[str]:
    return re.findall(r'<(?:input|select|textarea)[^>]*name="(\w+)"[^>]* autofocus', told_by(page))


def told_by(page: Any) -> str:
    return str(page.content.decode())


def test_it_marks_every_fault_at_its_field_and_begins_at_the_first(
    olive_client: Client, tournament: Competition, typed: Any
) -> None:
    address = at("settings", tournament)
    wrong = {"criterion_2": "total", "criterion_3": "total", "planned_rounds": "x", "name": ""}
    refused = olive_client.post(address, typed(olive_client, address, criterion_1="total", **wrong))
    assert refused.status_code == 422
    assert faults_of(refused) == ["name", "planned_rounds", "criterion_2", "criterion_3"]
    assert begins_at(refused) == ["name"]
    assert list(refused.context["form"].errors) == ["name", "planned_rounds", "criterion_2", "criterion_3"]
    assert " autofocus" not in told_by(olive_client.get(address)).split("<dialog")[0]


@pytest.mark.parametrize("page", ["overview", "settings", "board"])
def test_it_says_that_the_table_of_rules_was_revised(
    olive_client: Client, table: Table, play: Any, page: str
) -> None:
    competition = table.round.competition
    assert REVISED not in olive_client.get(at(page, competition)).content.decode()
    Competition.objects.filter(pk=competition.pk).update(ruleset_hash="0" * 64)
    assert "save the settings" in olive_client.get(at(page, competition)).content.decode()
    play(table)
    told = olive_client.get(at(page, competition)).content.decode()
    assert REVISED in told
    assert "save the settings" not in told


def test_it_takes_the_revised_table_when_settings_are_saved_before_the_first_deal(
    olive_client: Client, running: Competition, table: Table, play: Any, typed: Any
) -> None:
    Competition.objects.filter(pk=running.pk).update(ruleset_hash="0" * 64)
    for _ in range(2):
        olive_client.post(at("settings", running), typed(olive_client, at("settings", running)))
        running.refresh_from_db()
        assert running.ruleset_hash == rules_of(running).content_hash
    play(table)
    Competition.objects.filter(pk=running.pk).update(ruleset_hash="0" * 64)
    olive_client.post(at("settings", running), typed(olive_client, at("settings", running)))
    running.refresh_from_db()
    assert running.ruleset_hash == "0" * 64


def test_it_saves_the_settings_of_a_running_event_whose_options_the_program_has_changed(
    running: Competition, table: Table, play: Any, olive_client: Client, upgrade: Any, typed: Any
) -> None:
    play(table)
    upgrade("bmja-tournament", 'default = 2\nsource = "000:127; decision 4"', 'default = 4\nsource = "x"')
    more = '[options.more]\ntype = "truth"\ndefault = true\nsource = "x"\nabout = "More."\n\n'
    upgrade("bmja-tournament", "[options.repeat_scope]", f"{more}[options.repeat_scope]")
    address = at("settings", running)
    form = typed(olive_client, address, name="Spring Day, again")
    assert int(form["option_only_possible_tile"]) == 2
    before = running.ruleset_hash
    assert olive_client.post(address, form).status_code == 302
    running.refresh_from_db()
    assert (running.name, running.ruleset_hash, running.ruleset_options) == ("Spring Day, again", before, {})
    assert rules_of(running).options["only_possible_tile"] == 2
    refused = olive_client.post(address, {**form, "option_only_possible_tile": "4"})
    assert refused.status_code == 422


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
    assert faults_of(refused) == ["option_only_possible_tile"]
    assert begins_at(refused) == ["option_only_possible_tile"]
    assert (
        olive_client.post(address, {**form, "option_only_possible_tile": "2", "name": "New"}).status_code
        == 302
    )


def test_it_publishes_and_unpublishes(olive_client: Client, tournament: Competition, client: Client) -> None:
    olive_client.post(at("unpublish", tournament))
    assert client.get(f"/c/{tournament.slug}/").status_code == 404
    olive_client.post(at("publish", tournament))
    assert client.get(f"/c/{tournament.slug}/").status_code == 200


def test_it_hides_last_rounds_where_they_are_known(
    tournament: Competition, olive_client: Client, typed: Any
) -> None:
    address = at("settings", tournament)
    form = typed(olive_client, address, visibility="round", hidden_rounds="2", planned_rounds="")
    assert "Say how many are planned" in olive_client.post(address, form).content.decode()
    assert olive_client.post(address, {**form, "planned_rounds": "5"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.visibility, tournament.hidden_rounds) == ("round", 2)
