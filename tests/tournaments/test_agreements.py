"""What a table chooses at its first deal: when its players confirm; and several deals confirmed at once."""

from functools import partial

import pytest
from django.db import IntegrityError

from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Action, Agreement, Competition, Confirmation, DealVersion
from tournaments.refusals import Refusal
from tournaments.selectors.confirmed import open_deals
from tournaments.services import agreements, competitions, confirmations, devices
from tournaments.services.chain import chain_check

pytestmark = pytest.mark.django_db


@pytest.fixture
def choosing(running, olive):
    """The running tournament, in which all four confirm, when each table likes."""
    return competitions.competition_change(
        competition=running, actor=olive, confirmed_by="all", confirmed_when="choice"
    )


def agree(table, confirms="together", device=None):
    return agreements.table_agree(table=table, confirms=confirms, device=device)


def refusal(act):
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.code, refused.value.status


def test_it_keeps_what_a_table_chose_and_who_chose_it(choosing, table, tam):
    agree(table, device=tam.device)
    kept = Agreement.objects.get()
    assert (kept.table, kept.confirms, kept.device) == (table, "together", tam.device)
    assert kept.at
    line = Action.objects.get(verb="table_agreed")
    assert line.facts == {"round": 1, "table": 3, "confirms": "together"}
    assert chain_check(Competition.objects.get(pk=choosing.pk))[1] == []


def test_it_answers_the_same_choice_as_before(choosing, table):
    assert agree(table).pk == agree(table).pk
    assert Agreement.objects.count() == 1


@pytest.mark.parametrize(("first", "other"), [("each", "together"), ("together", "each")])
def test_it_tells_who_chooses_otherwise_what_was_chosen(choosing, table, first, other):
    agree(table, first)
    assert refusal(lambda: agree(table, other)) == (f"agreed_{first}", 409)
    assert Agreement.objects.get().confirms == first


def test_it_lets_every_table_choose_for_itself(choosing, table):
    agree(table, "together")
    agree(table.round.tables.get(number=2), "each")
    assert Agreement.objects.count() == 2


@pytest.mark.parametrize(
    "settings",
    [
        {"confirmed_when": "each"},
        {"confirmed_by": "referee"},
        {"confirmed_by": "nobody"},
        {"entry_level": "totals"},
    ],
)
def test_it_has_nothing_to_choose_where_the_competition_leaves_no_choice(choosing, table, olive, settings):
    competitions.competition_change(competition=choosing, actor=olive, **settings)
    assert refusal(lambda: agree(table)) == ("nothing_to_choose", 409)


def test_it_stays_what_it_was_when_the_competition_changes(choosing, table, olive):
    agree(table)
    competitions.competition_change(competition=choosing, actor=olive, confirmed_when="each")
    assert agree(table).confirms == "together"


def test_it_hears_no_tablet_that_was_let_go(choosing, table, tam, olive):
    devices.device_revoke(device=tam.device, actor=olive)
    assert refusal(lambda: agree(table, device=tam.device)) == ("not_authenticated", 401)


def test_it_is_kept_once_whatever_writes_it(choosing, table):
    agree(table)
    with pytest.raises(IntegrityError):
        Agreement.objects.create(table=table, confirms="each")


@pytest.mark.django_db(transaction=True)
def test_it_keeps_one_of_two_that_choose_differently_at_once(choosing, table):
    def choose(confirms):
        try:
            return agree(table, confirms).confirms
        except Refusal as refused:
            return refused.code

    answers = at_once(partial(choose, "each"), partial(choose, "together"))
    kept = Agreement.objects.get().confirms
    assert sorted(answers) == sorted([kept, f"agreed_{kept}"])


# ------------------------------------------------------------------ several deals at once
def seen(table):
    return list(DealVersion.objects.current().filter(table=table).values_list("number", "sha256"))


def test_it_notes_a_word_on_each_version_when_a_player_holds_once(choosing, table, play, tam):
    for _ in range(3):
        play(table)
    for seat in "ESWN":
        confirmations.deals_confirm(table=table, seat=seat, seen=seen(table), device=tam.device)
    said = Confirmation.objects.values_list("version__number", "seat", "sha256", "device")
    assert sorted(said) == [
        (number, seat, sha256, tam.device.pk) for number, sha256 in sorted(seen(table)) for seat in "ENSW"
    ]
    assert open_deals([table.round], "all") == []


def test_it_notes_no_word_where_one_of_the_deals_was_changed(choosing, table, play):
    play(table)
    play(table)
    stale = [seen(table)[0], (2, "0" * 64)]
    confirm = partial(confirmations.deals_confirm, table=table, seat="E", seen=stale)
    assert refusal(confirm) == ("version_changed", 409)
    assert not Confirmation.objects.exists()


def test_it_keeps_standings_provisional_until_the_last_deal_of_a_pile_is_confirmed(choosing, table, play):
    agree(table)
    play(table)
    play(table)
    assert len(open_deals([table.round], "all")) == 2
