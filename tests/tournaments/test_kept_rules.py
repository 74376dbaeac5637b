"""A competition goes on by the table of rules it began with, whatever an upgrade of the program brings."""

import hashlib
import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

import scoring
from tests import declared
from tests.conftest import Tam
from tournaments.models import Competition, KeptRules, Table
from tournaments.offline import answer
from tournaments.selectors import tables
from tournaments.services import competitions, corrections, reckoning
from tournaments.services.chain import chain_check
from tournaments.services.reckoning import rules_are_as_pinned, rules_are_kept, rules_of

pytestmark = pytest.mark.django_db

Upgrade = Callable[..., None]
MAHJONG = 'code = "mahjong"\nwho = "winner"\namount = '
OLD, NEW = 40, 50  # what the same mah-jong is worth at 20 points for going mah-jong, and at 30


@pytest.fixture
def dearer(upgrade: Upgrade) -> Callable[[], None]:
    """Upgrade to a program in which going mah-jong gives 30 points."""
    return lambda: upgrade("bmja-tournament", f"{MAHJONG}20", f"{MAHJONG}30")


def fresh(table: Table) -> Table:
    return Table.objects.select_related("round__competition").get(pk=table.pk)


def values(table: Table) -> list[int]:
    return [version.scores.get(seat="S").value for version in tables.current_versions(table)]


def test_it_keeps_one_row_for_each_content(running: Competition, tournament: Competition) -> None:
    assert {one.ruleset_hash for one in Competition.objects.all()} == {
        one.sha256 for one in KeptRules.objects.all()
    }
    assert KeptRules.objects.count() == 1
    [row] = KeptRules.objects.all()
    assert scoring.restored(row.content).content_hash == row.sha256


def test_it_counts_new_deals_and_corrections_by_the_table_it_began_with(
    table: Table, play: Any, olive: User, dearer: Callable[[], None]
) -> None:
    play(table)
    dearer()
    assert scoring.load_rules("bmja-tournament").content_hash != table.round.competition.ruleset_hash
    later = fresh(table)
    play(later)
    assert values(later) == [OLD, OLD]
    corrections.deal_correct(
        table=later, number=1, content=declared.won("S", "W"), mode="replay", reason="From West.", actor=olive
    )
    assert values(later) == [OLD, OLD]
    [corrected, _second] = tables.current_versions(later)
    lines = corrected.result["hands"]["S"]["lines"]
    assert [line["amount"] for line in lines if line["code"] == "mahjong"] == [20]
    assert chain_check(Competition.objects.get(pk=later.round.competition_id))[1] == []


def test_it_counts_a_competition_begun_after_the_upgrade_by_the_new_table(
    tournament: Competition, club: Any, olive: User, dearer: Callable[[], None]
) -> None:
    dearer()
    later = competitions.competition_create(club=club, actor=olive, name="Autumn Day", date="2026-10-10")
    amounts = {
        one.name: next(row.amount for row in rules_of(one).points if row.code == "mahjong")
        for one in Competition.objects.all()
    }
    assert amounts == {tournament.name: 20, later.name: 30}
    assert KeptRules.objects.count() == 2


def test_it_takes_mended_prose_and_calls_nothing_revised(
    table: Table, olive_client: Client, upgrade: Upgrade
) -> None:
    upgrade(
        "bmja-tournament", "A loose tile counts as drawn from the wall.", "A loose tile is from the wall."
    )
    competition = fresh(table).round.competition
    assert rules_are_as_pinned(competition)
    about = rules_of(competition).option_specs["wall_points_for_loose_tile"].about
    assert about == "A loose tile is from the wall."
    board = olive_client.get(reverse("organiser:board", args=[competition.slug])).content.decode()
    assert "table of these rules" not in board


@pytest.mark.parametrize("page", ["overview", "settings", "board"])
def test_it_says_plainly_by_which_table_the_event_goes_on(
    table: Table, play: Any, olive_client: Client, dearer: Callable[[], None], page: str
) -> None:
    play(table)
    dearer()
    slug = table.round.competition.slug
    told = olive_client.get(reverse(f"organiser:{page}", args=[slug])).content.decode()
    assert "The event goes on by the table it was started with" in told
    assert f"/rules/bmja-tournament/?event={slug}" in told
    assert "save the settings" not in told


def test_it_shows_the_public_the_rules_of_the_competition(
    table: Table, client: Client, dearer: Callable[[], None]
) -> None:
    dearer()
    competition = fresh(table).round.competition
    shown = client.get(reverse("public:competition", args=[competition.slug])).content.decode()
    assert "this event goes on by the one it began with" in shown
    address = f"/rules/bmja-tournament/?event={competition.slug}"
    assert address in shown
    assert mahjong_shown(client, address) == 20
    assert mahjong_shown(client, "/rules/bmja-tournament/") == 30
    assert competition.ruleset_hash in client.get(address).content.decode()


def mahjong_shown(client: Client, address: str) -> int:
    rows = client.get(address).context["points"]
    return next(row.amount for row in rows if row.name == "Mah-jong")


def test_it_gives_the_tablets_engine_the_table_of_the_event(
    table: Table, client: Client, tam: Tam, dearer: Callable[[], None]
) -> None:
    before = client.get("/api/v1/table", headers=tam.headers).json()
    assert before["rules"]["kept"] is None
    dearer()
    state = client.get("/api/v1/table", headers=tam.headers).json()
    assert state["rules"]["hash"] == before["rules"]["hash"]
    body = {**declared.body(fresh(table)), "key": None}
    there = client.post(
        "/api/v1/table/deals/preview",
        declared.body(fresh(table)),
        content_type="application/json",
        headers=tam.headers,
    ).json()
    asked = {
        "rules": state["rules"], "level": state["entry_level"], "at": state["next"], "body": body,
        "names": {seat["seat"]: seat["name"] for seat in state["seats"]}, "mahjongs": {}, "unsent": [],
    }  # fmt: skip
    here = json.loads(answer.answered(json.dumps(asked)))
    assert here == {"status": 200, "body": there}
    assert there["values"]["S"] == OLD
    with pytest.raises(answer.OtherRules):
        answer.answered(json.dumps({**asked, "rules": {**state["rules"], "kept": None}}))


def test_it_goes_on_where_the_program_knows_an_option_no_more(
    table: Table, play: Any, running: Competition, olive: User, upgrade: Upgrade
) -> None:
    options = {"only_possible_tile": 0, "repeat_scope": "session"}
    competitions.competition_change(competition=running, actor=olive, ruleset_options=options)
    upgrade("bmja-tournament", "options.repeat_scope", "options.repeated_in")
    later = fresh(table)
    with pytest.raises(scoring.RuleSetError):
        scoring.load_rules(running.ruleset, options)
    assert play(later).status == "recorded"
    assert rules_of(later.round.competition).options["repeat_scope"] == "session"


def test_it_takes_the_new_table_when_settings_are_saved_before_the_first_deal(
    tournament: Competition, olive: User, dearer: Callable[[], None]
) -> None:
    dearer()
    assert not rules_are_as_pinned(tournament)
    competitions.competition_change(competition=tournament, actor=olive, name="Spring Day, again")
    assert rules_are_as_pinned(tournament)


def test_it_does_not_count_by_kept_rules_that_were_tampered_with(
    tournament: Competition, dearer: Callable[[], None]
) -> None:
    [row] = KeptRules.objects.all()
    changed = row.content.replace('"who": "winner", "amount": 20', '"who": "winner", "amount": 2')
    KeptRules.objects.create(sha256="f" * 64, content=changed)
    tournament.ruleset_hash = "f" * 64
    with pytest.raises(ValueError, match="the kept rules f"):
        rules_of(tournament)


# ------------------------------------------------------------------ what was there before tables were kept
def hash_of_before(competition: Competition) -> str:
    """The hash as it was: titles and sources in it; of the table that lies beside the migration."""
    folder = import_module("tournaments.migrations").__path__[0]
    with open(f"{folder}/tables_before_0014.json", encoding="utf-8") as file:
        table = json.load(file)[competition.ruleset]
    options = {name: spec["default"] for name, spec in table["options"].items()}
    chosen = {**options, **competition.ruleset_options}
    told = json.dumps([table, chosen], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()


def migrate() -> None:
    import_module("tournaments.migrations.0014_kept_rules").keep(apps, None)


@pytest.mark.parametrize("options", [{}, {"only_possible_tile": 4, "full_set_doubles": 2}])
def test_it_keeps_the_table_of_a_competition_from_before(
    tournament: Competition, options: dict[str, Any]
) -> None:
    tournament.ruleset, tournament.ruleset_options = "bmja-club", options
    tournament.ruleset_hash = hash_of_before(tournament)
    tournament.save()
    migrate()
    tournament.refresh_from_db()
    assert rules_are_kept(tournament)
    assert rules_of(tournament).options["full_set_doubles"] == 2  # as it was then; one since
    assert rules_of(tournament).options["only_possible_tile"] == options.get("only_possible_tile", 2)


def test_it_leaves_a_competition_whose_table_is_not_known_to_the_programs(tournament: Competition) -> None:
    Competition.objects.filter(pk=tournament.pk).update(ruleset_hash="0" * 64)
    migrate()
    tournament.refresh_from_db()
    assert (tournament.ruleset_hash, rules_are_kept(tournament)) == ("0" * 64, False)
    assert rules_of(tournament) is scoring.load_rules(tournament.ruleset)


def test_it_says_in_the_log_and_when_verified_that_the_chosen_table_is_not_kept(
    table: Table, play: Any, olive_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    reckoning._warn_of_unkept.cache_clear()
    play(table)
    assert [line for line in caplog.messages if "not kept" in line] == []
    Competition.objects.filter(pk=table.round.competition_id).update(ruleset_hash="e" * 64)
    for _ in range(2):
        assert play(fresh(table)).status == "recorded"
    competition = fresh(table).round.competition
    [line] = [line for line in caplog.messages if "not kept" in line]
    assert line.startswith(f"{competition.slug}: its table of rules {'e' * 64} is not kept")
    assert "unkept" in {each.code for each in chain_check(competition)[1]}
    board = olive_client.get(reverse("organiser:board", args=[competition.slug])).content.decode()
    assert "the old one is not kept" in board
