"""What staff and tablets are refused, by code: nothing of it is written."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests import declared
from tournaments.models import Action, Competition, DealVersion, Entry, HeldSubmission, Penalty
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import clubs, competitions, devices, draws, held, penalties, rounds
from tournaments.services.deals import deal_preview, deal_submit

pytestmark = pytest.mark.django_db
PAT = {"given": "Pat", "family": "Ashby"}
NEW = {"given": "Nell", "family": "Dyer"}


def entered(competition: Competition, *people: dict[str, Any]) -> list[Entry]:
    return competitions.entries_add(competition=competition, people=people, actor=None)


def house_become(competition: Competition, person: dict[str, str], number: int | None = None) -> Entry:
    chosen = number or draws.house_players(competition, 1)[0].number
    entry = competition.entries.get(number=chosen)
    return competitions.house_player_become(entry=entry, person=person, status="player", actor=None)


def draft(competition: Competition, number: int) -> Any:
    return competition.rounds.get(number=number)


REFUSED = [
    ("club_exists", lambda c: clubs.club_create(name=c.club.name, town="", actor=None)),
    ("player_entered", lambda c: house_become(c, PAT)),
    ("not_a_house_player", lambda c: house_become(c, NEW, 1)),
    ("entry_seated", lambda c: competitions.entry_remove(entry=c.entries.get(number=1), actor=None)),
    ("rounds_missing", lambda c: rounds.round_draw(competition=c, rounds=0, actor=None)),
    ("round_not_last", lambda c: rounds.round_remove(round=draft(c, 2), actor=None)),
    ("tables_not_finished", lambda c: rounds.round_close(round=draft(c, 1), actor=None)),
]


@pytest.mark.parametrize(("code", "act"), REFUSED, ids=[code for code, _ in REFUSED])
def test_it_refuses_and_writes_nothing(running, code, act):
    draws.house_players(running, 1)  # made before: the log says so
    before = Action.objects.count(), Entry.objects.count()
    with pytest.raises(Refusal) as refused:
        act(running)
    assert refused.value.code == code
    assert refused.value.message
    assert (Action.objects.count(), Entry.objects.count()) == before


@pytest.mark.parametrize(
    ("code", "people"),
    [("person_twice", [NEW, NEW]), ("number_taken", [NEW | {"number": 3}])],
)
def test_it_names_every_one_of_a_list_that_does_not_fit(running, code, people):
    with pytest.raises(Refusal) as refused:
        entered(running, *people)
    assert (refused.value.code, [one["code"] for one in refused.value.problems]) == ("invalid", [code])
    assert running.entries.filter(player__family="Dyer").count() == 0


@pytest.mark.parametrize("index", [-1, 0, 7])
def test_it_takes_back_no_penalty_that_the_deal_does_not_have(table, play, rafe, index):
    play(table)
    facts = {"table": table, "deal": 1, "reason": "Wrong.", "actor": rafe, "key": uuid4()}
    with pytest.raises(Refusal) as refused:
        penalties.event_reverse(index=index, **facts)
    assert refused.value.code == "penalty_not_found"
    assert (DealVersion.objects.count(), Penalty.objects.count()) == (1, 0)


def test_it_tells_a_tablet_that_no_round_is_published(tournament, olive, client):
    code = devices.pairing_code_issue(competition=tournament, table_number=1, actor=olive)
    token = devices.device_pair(code=code.long, address="127.0.0.1").token
    sent = client.post(
        "/api/v1/table/deals/preview",
        {"deal": 1, **declared.draw()},
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (sent.status_code, sent.json()["code"]) == (409, "no_running_round")


def whole_game(table: Any, play: Any) -> Iterator[int]:
    """Play until the fourth wind is over: whoever sits after East goes mah-jong each time."""
    while position := tables.upcoming(table):
        winner = "ESWN"["ESWN".index(position.east) - 3]
        play(table, declared.won(winner, position.east))
        yield position.number


def test_it_keeps_for_the_referee_what_comes_after_the_last_deal(table, play, tam, rafe):
    late = declared.body(table, declared.draw())
    assert list(whole_game(table, play))[-1] == 16
    submission = declared.submission_of({**late, "deal": 17})
    receipt = deal_submit(table=table, submission=submission, device=tam.device)
    assert (receipt.status, receipt.held.code) == ("held", "game_over")
    with pytest.raises(Refusal) as refused:
        held.held_accept(held=HeldSubmission.objects.get(), actor=rafe)
    assert refused.value.code == "game_over"
    with pytest.raises(Refusal) as refused:
        deal_preview(table=table, content=declared.draw())
    assert refused.value.code == "game_over"
