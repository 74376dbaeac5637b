"""Staff record a deal of a table that has no tablet: once, at the place they saw, under their name."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from tests import declared
from tests.conftest import signed_in
from tests.declared import submission
from tests.organiser.conftest import at
from tournaments.models import Action, Competition, DealVersion, Right, Table
from tournaments.powers import Role
from tournaments.refusals import Refusal
from tournaments.services import entering, rounds

Typed = Callable[..., dict[str, Any]]


def test_it_records_what_was_declared_under_who_typed_it(table: Table, olive: User) -> None:
    version = entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=olive)
    assert (version.number, version.actor, version.device, version.net["S"]) == (1, olive, None, 160)
    line = Action.objects.get(verb="deal_play")
    assert (line.actor, line.device, line.facts["deal"]) == (olive, None, 1)


def test_it_asks_the_players_as_after_a_tablets_deal(table: Table, olive: User) -> None:
    Competition.objects.update(confirmed_by="all")
    table.refresh_from_db()
    entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=olive)
    assert not DealVersion.objects.get().confirmations.exists()


def test_it_records_one_form_once(table: Table, olive: User) -> None:
    form = submission(table, declared.draw())
    first = entering.deal_enter(table=table, submission=form, actor=olive)
    assert entering.deal_enter(table=table, submission=form, actor=olive) == first
    other = submission(table, declared.won(), key=str(form.key))
    with pytest.raises(Refusal, match="key_reused"):
        entering.deal_enter(table=table, submission=other, actor=olive)
    assert DealVersion.objects.count() == 1


def test_it_records_nothing_where_the_table_went_on(table: Table, olive: User, play: Any) -> None:
    form = submission(table, declared.won())
    play(table)
    with pytest.raises(Refusal) as refused:
        entering.deal_enter(table=table, submission=form, actor=olive)
    assert (refused.value.code, refused.value.facts) == ("table_went_on", {"table": 3, "deal": 2})
    assert DealVersion.objects.count() == 1


def test_it_records_nothing_after_the_round(table: Table, olive: User) -> None:
    form = submission(table, declared.won())
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    with pytest.raises(Refusal, match="no_running_round"):
        entering.deal_enter(table=table, submission=form, actor=olive)


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_once_one_is_told_that_it_went_on(table: Table, olive: User, rafe: User) -> None:
    forms = [(olive, submission(table, declared.won())), (rafe, submission(table, declared.draw()))]

    def enter(who: User, form: Any) -> str:
        try:
            return f"deal {entering.deal_enter(table=table, submission=form, actor=who).number}"
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        found = sorted(pool.map(lambda one: enter(*one), forms))
    assert found == ["deal 1", "table_went_on"]


def test_its_page_takes_text_and_names_every_fault(olive_client: Client, table: Table, typed: Typed) -> None:
    address = at("deal-enter", table)
    form = typed(olive_client, address, winner="S", win_source="discard", discarder="E", hand_S="B1 zz")
    refused = olive_client.post(address, form)
    assert refused.status_code == 422
    assert "“zz” is no tile, meld or flag." in refused.content.decode()
    hands = {f"hand_{seat}": text for seat, text in zip("EWN", declared.RACKS.values(), strict=True)}
    right = form | hands | {"hand_S": "[B9 B9 B9] C999 D999 B6* B78 B22"}
    assert olive_client.post(address, right | {"on": "yes"}).url == address
    assert olive_client.post(address, right).url == at("table", table)  # the second press
    assert [one.net["S"] for one in DealVersion.objects.all()] == [160]


def test_its_page_keeps_what_was_typed_when_the_table_went_on(
    olive_client: Client, table: Table, typed: Typed, play: Any
) -> None:
    address = at("deal-enter", table)
    form = typed(olive_client, address, outcome="draw")
    play(table)
    refused = olive_client.post(address, form)
    assert refused.status_code == 409
    assert "Table 3 went on meanwhile and plays deal 2 now." in refused.content.decode()
    again = refused.context["form"]
    shown = {field.html_name: field.value() or "" for field in again}
    assert (shown["outcome"], shown["deal"], shown["key"]) == ("draw", "2", form["key"])
    assert olive_client.post(address, shown).status_code == 302
    assert [one.content["outcome"] for one in DealVersion.objects.order_by("number")] == ["win", "draw"]


def test_its_page_takes_the_totals_of_a_table(olive_client: Client, table: Table, typed: Typed) -> None:
    Competition.objects.update(entry_level="totals")
    address = at("deal-enter", table)
    wrong = typed(olive_client, address, total_E="1", total_S="0", total_W="0", total_N="0")
    assert "must add up to 0; it comes to 1." in olive_client.post(address, wrong).content.decode()
    right = wrong | {"total_E": "120", "total_S": "-40", "total_W": "-80"}
    assert olive_client.post(address, right).url == at("table", table)
    assert DealVersion.objects.get().net == {"E": 120, "S": -40, "W": -80, "N": 0}
    over = olive_client.get(address)
    assert (over.status_code, "The game at this table is over." in over.content.decode()) == (422, True)


def test_it_says_what_the_entry_comes_to(olive_client: Client, table: Table) -> None:
    def asked(content: dict[str, Any]) -> Any:
        address = at("deal-enter-preview", table)
        return olive_client.post(address, json.dumps(content), content_type="application/json")

    told = asked(declared.won())
    assert (told.status_code, told.json()["deal"], told.json()["net"]["S"]) == (200, 1, 160)
    faulty = asked(declared.won(win_source=None))
    assert (faulty.status_code, faulty.json()["code"]) == (422, "deal_refused")
    assert not DealVersion.objects.exists()


def test_the_tables_page_leads_there_while_it_plays(olive_client: Client, table: Table, olive: User) -> None:
    assert at("deal-enter", table) in olive_client.get(at("table", table)).content.decode()
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    assert at("deal-enter", table) not in olive_client.get(at("table", table)).content.decode()


def test_a_scorer_enters_deals_of_own_tables_only(table: Table, nell: User) -> None:
    nell_client = signed_in(nell)
    place = {"club": table.round.competition.club, "competition": table.round.competition}
    mine = Right.objects.create(user=nell, role=Role.SCORER, tables=[table.number], **place)
    assert nell_client.get(at("deal-enter", table)).status_code == 200
    assert at("deal-enter", table) in nell_client.get(at("table", table)).content.decode()
    mine.tables = [table.number + 1]
    mine.save()
    refused = nell_client.get(at("deal-enter", table))
    assert (refused.status_code, refused.context["refusal"].code) == (422, "table_not_yours")
    assert at("deal-enter", table) not in nell_client.get(at("table", table)).content.decode()


def test_its_text_names_everybody_by_the_wind_of_this_deal(
    olive_client: Client, rafe_client: Client, table: Table, play: Any
) -> None:
    """South won deal 1, so that in deal 2 the chair S is East; the values stay the chairs."""
    play(table)
    pages = ((olive_client, "deal-enter", {}, "SWNE"), (rafe_client, "deal-correct", {"deal": 1}, "ESWN"))
    for client, name, facts, chairs in pages:
        form = client.get(at(name, table, **facts)).context["form"]
        labels = dict(form.fields["winner"].choices[1:])
        assert list(labels) == list(dict(form.fields["discarder"].choices[1:])) == list(chairs)
        assert [label.partition(":")[0] for label in labels.values()] == ["East", "South", "West", "North"]
        assert [(one.name, one.label) for one in form.hand_fields()] == [
            (f"hand_{seat}", label) for seat, label in labels.items()
        ]


def test_it_leads_to_no_deal_beyond_the_plan(olive_client: Client, table: Table, typed: Typed) -> None:
    type(table.round).objects.update(deals=1)
    form = typed(olive_client, at("deal-enter", table), outcome="draw")
    saved = olive_client.post(at("deal-enter", table), form | {"on": "yes"}, follow=True)
    assert saved.redirect_chain[0][0] == at("table", table)
    assert [str(one) for one in saved.context["messages"]] == [
        "Deal 1 is recorded.", "Table 3 has played all that is planned."
    ]  # fmt: skip
    assert "Enter deal 2 all the same" in saved.content.decode()
