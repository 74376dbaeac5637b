"""What if a rule were read the other way: worked by hand, told whole, and nothing changed by asking."""

import re
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import override

import scoring
from tests import declared
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_policies import CLUB, evenings, set_to
from tournaments.deal.otherwise import Changed, Recorded, Refused, Unworked, otherwise
from tournaments.models import Action, Competition, DealVersion, Table
from tournaments.ranking.seasons.presets import presets
from tournaments.ranking.seasons.reading import KEYS
from tournaments.refusals import Refusal
from tournaments.selectors.policies import setting_said
from tournaments.selectors.standings import standings_of
from tournaments.services import what_if
from tournaments.services.what_if import Progress, Report, report_of, tried_of, worked_out
from tournaments.wording import seasons

__all__ = ["evenings"]  # a fixture
SITTING = {"E": 1, "S": 2, "W": 3, "N": 4}
# South wins on East's discard with nothing laid out: four concealed pungs of 2 to 8.
CLOSED = {
    "melds": [],
    "concealed": ["B2", "B2", "B2", "B6", "B6", "B6", "C2", "C2", "C2", "D2", "D2", "D2", "D3", "D3"],
    "winning_tile": "D3",
    "flags": [],
}
WONDERS = {
    "melds": [],
    "concealed": ["B1", "B9", "C1", "C9", "D1", "D9", "WE", "WS", "WW", "WN", "DR", "DG", "DW", "DW"],
    "winning_tile": "DW",
    "flags": [],
}


def closed() -> dict[str, Any]:
    return declared.with_hand("S", CLOSED)


def recorded(content: dict[str, Any], key: tuple[int, int, int] = (1, 1, 1)) -> Recorded:
    return Recorded(key, content, scoring.first_position(), SITTING)


def test_a_claimed_tile_and_the_double_for_concealed() -> None:
    """000:140 gives a double for a fully concealed mah-jong; decision 8 takes it away on a claimed tile.

    By hand: 4 concealed pungs of 2 to 8 are 4 x 4 = 16 (000:112), mah-jong 20 (000:125), together 36; no chow
    doubles it (000:139): 72. Read the other way the hand is concealed still and doubles once more: 144. The
    others count nothing and pay 72, East the double (000:149): 72 + 72 + 144 = 288, or 576.
    """
    now = scoring.load_rules("bmja-tournament")
    other = scoring.load_rules("bmja-tournament", {"concealed_needs_self_draw": False})
    ((_, changed),) = otherwise([recorded(closed())], now, other)
    assert isinstance(changed, Changed)
    assert changed.hands == (("S", 72, 144),)
    assert {number: (was, would) for number, was, would in changed.nets} == {
        1: (-144, -288),
        2: (288, 576),
        3: (-72, -144),
        4: (-72, -144),
    }
    (line,) = changed.lines
    assert (line.seat, line.gone, line.source[:7]) == ("S", False, "000:140")
    ((_, back),) = otherwise([recorded(closed())], other, now)
    assert isinstance(back, Changed)
    assert [(one.gone, one.source[:7]) for one in back.lines] == [(True, "000:140")]


def test_what_makes_no_difference_is_none() -> None:
    now = scoring.load_rules("bmja-tournament")
    other = scoring.load_rules("bmja-tournament", {"purity_fishing_doubles": 3})
    told = [recorded(closed()), recorded(declared.draw()), recorded({"void": True, "outcome": "draw"})]
    assert [outcome for _, outcome in otherwise(told, now, other)] == [None, None, None]


def test_a_deal_that_would_be_refused_is_told_with_its_reason() -> None:
    now = scoring.load_rules("danish", {"bonus_tiles": True})
    other = scoring.load_rules("danish")
    deal = recorded(declared.with_hand("S", {**declared.WINNER, "bonus": ["F1"]}, discarder=None))
    ((_, refused),) = otherwise([deal], now, other)
    assert isinstance(refused, Refused)
    assert refused.reasons
    ((_, unworked),) = otherwise([deal], other, now)  # somebody let it stand, against the rules of now
    assert isinstance(unworked, Unworked)


def test_the_same_special_hand_is_counted_over_what_the_reading_says() -> None:
    """000:232, decision 9: the third in a row of one player is refused, of a competition or of a session."""
    session = scoring.load_rules("bmja-tournament", {"repeat_scope": "session"})
    everywhere = scoring.load_rules("bmja-tournament")
    deal = declared.with_hand("S", WONDERS, discarder=None)
    deals = [recorded(deal, (1, 1, 1)), recorded(deal, (1, 1, 2)), recorded(deal, (2, 1, 1))]
    outcomes = [type(outcome) for _, outcome in otherwise(deals, session, everywhere)]
    assert outcomes == [type(None), type(None), Refused]


@pytest.fixture
def closed_at_three(running: Competition, table: Table, play: Any) -> Competition:
    play(table, closed())
    play(table, declared.draw())
    running.refresh_from_db()
    return running


def asked(competition: Competition, option: str, value: str) -> Report:
    return worked_out(competition, tried_of(competition, option, value))


@pytest.mark.django_db
def test_it_says_which_totals_and_places_would_change(closed_at_three: Competition) -> None:
    now = {row.number: (row.rank, row.total) for row in standings_of(closed_at_three).rows}
    report = asked(closed_at_three, "concealed_needs_self_draw", "false")
    assert (report.deals, report.changes, report.refusals) == (2, 1, 0)
    (deal,) = report.changed
    assert deal.key == (1, 3, 1)
    moved = {one.number: (one.before.total, one.after.total) for one in report.moves if one.before}
    assert moved == {number: (was, would) for number, was, would in deal.nets}
    assert {number: total for number, (_, total) in now.items() if number in moved} == {
        number: was for number, (was, _) in moved.items()
    }


@pytest.mark.django_db
def test_asking_changes_nothing(closed_at_three: Competition) -> None:
    def state() -> Any:
        one = Competition.objects.get(pk=closed_at_three.pk)
        counts = Action.objects.count(), DealVersion.objects.count()
        return counts, one.revision, one.chain_end, one.ruleset_options, one.ruleset_hash

    before = state()
    asked(closed_at_three, "concealed_needs_self_draw", "false")
    assert state() == before


@pytest.mark.django_db
def test_a_rule_of_the_season_is_tried_as_if_it_were_fixed(evenings: Competition, olive: User) -> None:
    season = set_to(evenings, olive, **CLUB)
    report = asked(season, "best_of", "1")
    told = {one.number: (one.after.rank, one.after.total) for one in report.moves}
    before = {row.number: (row.rank, row.total) for row in standings_of(season).rows}
    fixed = set_to(season, olive, **CLUB, best_of=1)
    after = {row.number: (row.rank, row.total) for row in standings_of(fixed).rows}
    assert told == {number: after[number] for number in after if after[number] != before[number]}
    assert told
    assert report.says[1]


@pytest.mark.django_db
def test_settings_of_a_season_are_said_in_the_words_of_its_form(
    evenings: Competition, olive: User, olive_client: Client
) -> None:
    own = {"credit_scheme": "table_points", "table_points_of": {"3": [3, 1, 0]}, "aggregate": "mean"}
    season = set_to(evenings, olive, **{**CLUB, **own})
    page = at("what-if", season)
    offered = {one.name: (one.about, one.now) for one in olive_client.get(page).context["of_season"]}
    assert offered["table_points_of"] == ("Other points by place", "At a table of 3: 3, 1, 0")
    assert offered["aggregate"] == ("The total is", "its mean")
    assert offered["absence_replaces"][0] == "Every absence is a 0 among the results"
    assert not [one for one in offered.values() if re.search(r"_|[{}\[\]']|None|True|False", "".join(one))]
    reading = olive_client.get(page, {"option": "aggregate", "value": "sum"}).context["reading"]
    assert reading.about == "The rules of the season: The total is"
    assert (reading.now, reading.other) == ("its mean", "the sum of what counts")
    other = '{"3": [4, 2, 0]}'
    reading = olive_client.get(page, {"option": "table_points_of", "value": other}).context["reading"]
    assert reading.other == "At a table of 3: 4, 2, 0"
    same = olive_client.get(page, {"option": "table_points_of", "value": '{"3": [3, 1, 0]}'})
    assert "Other points by place is At a table of 3: 3, 1, 0 already." in words_of(same)


@pytest.mark.django_db
@pytest.mark.parametrize("preset", sorted(presets()))
def test_every_setting_has_a_name_and_words(preset: str) -> None:
    raw = presets()[preset].season
    assert [*seasons.SETTINGS] == [*KEYS]
    said = {key: setting_said(raw, key) for key in raw}
    assert not {key: one for key, one in said.items() if re.search(r"[{}\[\]']|None", one)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("colour", "red", "what_if_unknown"),
        ("only_possible_tile", "two", "what_if_value"),
        ("only_possible_tile", "2", "what_if_same"),
        ("best_of", "1", "what_if_unknown"),  # a tournament has no such rules
    ],
)
def test_it_refuses_what_cannot_be_asked(
    closed_at_three: Competition, option: str, value: str, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        tried_of(closed_at_three, option, value)
    assert refused.value.code == code


@pytest.mark.django_db
def test_each_reader_has_it_in_the_own_language(evenings: Competition, olive: User) -> None:
    season = set_to(evenings, olive, **CLUB)
    said = {language: _said_in(language, season) for language in ("en", "pl")}
    assert len(set(said.values())) == 2
    assert said["en"] == _said_in("en", season)


def _said_in(language: str, season: Competition) -> tuple[Any, str]:
    with override(language):
        report: Any = report_of(season, tried_of(season, "best_of", "1"))
        return report.says, report.reading.about


@pytest.mark.django_db
def test_it_refuses_rules_of_a_season_that_contradict_themselves(evenings: Competition, olive: User) -> None:
    with pytest.raises(Refusal) as refused:
        tried_of(set_to(evenings, olive, **CLUB), "best_of", "7")
    assert refused.value.code == "policy_refused"


@pytest.mark.django_db
def test_the_command_prints_the_same(closed_at_three: Competition) -> None:
    out = StringIO()
    call_command("what_if", closed_at_three.slug, "concealed_needs_self_draw=false", stdout=out)
    text = out.getvalue()
    for told in ("2 deals: 1 would change, 0 would be refused.", "round 1, table 3, deal 1", "000:140"):
        assert told in text
    assert "Players with another place or total: 4." in text
    with pytest.raises(CommandError, match="No rule of this event"):
        call_command("what_if", closed_at_three.slug, "colour=red")


@pytest.mark.django_db
def test_the_page_tells_it(
    closed_at_three: Competition, rafe_client: Client, django_assert_max_num_queries: Any
) -> None:
    page = at("what-if", closed_at_three)
    assert "A claimed tile may complete" in words_of(rafe_client.get(page))
    told = {"option": "concealed_needs_self_draw", "value": "false"}
    rafe_client.get(page, told)  # worked out once for a revision
    with django_assert_max_num_queries(12):
        answer = rafe_client.get(page, told)
    words = words_of(answer)
    assert "Fully concealed: × 2." in words
    table = Table.objects.get(round__number=1, number=3)
    assert at("deal", table, deal=1) in answer.content.decode()
    refused = rafe_client.get(page, {"option": "only_possible_tile", "value": "two"})
    assert (refused.status_code, "cannot be two" in words_of(refused)) == (422, True)


# ------------------------------------------------------------------ deals that would be refused
@pytest.fixture
def under(running: Competition, table: Table) -> Any:
    """Let a running event be played under other rules."""

    def put(ruleset: str, **options: Any) -> Competition:
        told = scoring.load_rules(ruleset, options)
        Competition.objects.filter(pk=running.pk).update(
            ruleset=ruleset, ruleset_options=options, ruleset_hash=told.content_hash
        )
        running.refresh_from_db()
        return running

    return put


FLOWERS = [{**declared.WINNER, "bonus": [flower]} for flower in ("F1", "F2")]
NO_FLOWERS = {"option": "bonus_tiles", "value": "false"}


@pytest.fixture
def with_flowers(under: Any, table: Table, play: Any) -> Competition:
    """Two deals with flowers, which would be refused without, and one between them that would not."""
    competition: Competition = under("danish", bonus_tiles=True)
    play(table, declared.with_hand("S", FLOWERS[0]))
    play(table)
    play(table, declared.with_hand("S", FLOWERS[1]))
    return competition


@pytest.mark.django_db
def test_the_page_names_each_deal_that_would_be_refused_and_whose_hand_is_why(
    with_flowers: Competition, table: Table, rafe_client: Client, django_assert_max_num_queries: Any
) -> None:
    rafe_client.get(at("what-if", with_flowers), NO_FLOWERS)  # worked out once for a revision
    with django_assert_max_num_queries(12):
        answer = rafe_client.get(at("what-if", with_flowers), NO_FLOWERS)
    name = table.seatings.get(seat="S").entry.name
    page, words = answer.content.decode(), words_of(answer)
    assert [at("deal", table, deal=deal) in page for deal in (1, 2, 3)] == [True, False, True]
    assert words.count(f"{name}: Flowers and seasons are not used under these rules") == 2
    assert not answer.context["report"].moves  # they count as they were recorded


@pytest.mark.django_db
def test_all_that_would_be_refused_is_named_however_many_there_are(
    with_flowers: Competition, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what_if, "MOST_TOLD", 1)
    out = StringIO()
    call_command("what_if", with_flowers.slug, "bonus_tiles=false", stdout=out)
    name = table.seatings.get(seat="S").entry.name
    for deal in (1, 3):
        assert f"table 3, deal {deal}: refused: {name}: Flowers and seasons" in out.getvalue()


@pytest.mark.django_db
def test_a_long_list_of_them_has_pages(
    with_flowers: Competition, table: Table, rafe_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.organiser.what_if.ON_A_PAGE", 1)
    first = rafe_client.get(at("what-if", with_flowers), NO_FLOWERS)
    [further] = re.findall(r'rel="next" href="([^"]+)#refused"', first.content.decode())
    second = rafe_client.get(at("what-if", with_flowers) + further.replace("&amp;", "&"))
    for page, named in ((first, [True, False]), (second, [False, True])):
        assert [at("deal", table, deal=deal) in page.content.decode() for deal in (1, 3)] == named


@pytest.mark.django_db
def test_it_says_how_many_deals_it_does_not_name(
    closed_at_three: Competition,
    table: Table,
    play: Any,
    rafe_client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play(table, closed())
    monkeypatch.setattr(what_if, "MOST_TOLD", 1)
    answer = rafe_client.get(
        at("what-if", closed_at_three), {"option": "concealed_needs_self_draw", "value": "false"}
    )
    assert (answer.context["report"].changes, len(answer.context["report"].changed)) == (2, 1)
    assert "1 more deal would change and is not named here" in words_of(answer)


@pytest.mark.django_db
def test_a_value_that_contradicts_the_club_s_own_hands_is_refused_with_the_reason(
    under: Any, rafe_client: Client
) -> None:
    """Half of the limit is no value where there is none."""
    ours = {"code": "ours", "name": "Ours", "value": "1/2", "hand": {"pairs": True, "suits": 1}}
    competition = under("hungarian-classic", house_hands=[ours])
    answer = rafe_client.get(at("what-if", competition), {"option": "limit", "value": "0"})
    assert answer.status_code == 422
    assert "contradict themselves: hand 1 (ours): a value in points" in words_of(answer)


@pytest.mark.django_db
def test_a_long_event_is_worked_out_beside_the_page(
    closed_at_three: Competition, rafe_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    class Later:
        def __init__(self, target: Any, args: Any, **named: Any) -> None:
            begun.append(lambda: target(*args))

        def start(self) -> None:
            """Wait for the test."""

    monkeypatch.setattr(what_if, "Thread", Later)
    monkeypatch.setattr(what_if, "AT_ONCE", 1)
    monkeypatch.setattr(what_if, "EACH", 1)
    monkeypatch.setattr(what_if.connections, "close_all", lambda: None)
    page, told = at("what-if", closed_at_three), {"option": "concealed_needs_self_draw", "value": "false"}
    for _ in range(2):
        answer = rafe_client.get(page, told)
        assert (answer["Refresh"], answer.context["progress"]) == ("3", Progress(0, 2))
    assert len(begun) == 1
    begun[0]()
    answer = rafe_client.get(page, told)
    assert "Refresh" not in answer
    assert answer.context["report"].changes == 1
    reading = tried_of(closed_at_three, *told.values())
    assert isinstance(report_of(closed_at_three, reading), Report)
