"""The table corrects a recorded deal: opened again with all it says, changed, looked ahead, saved anew."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests import declared
from tests.table.deals import DEALS
from tests.table.fingers import tap
from tests.table.hands import choose, reload_once_kept
from tests.table.test_confirm import confirmed
from tournaments.api.table.output import deal_json
from tournaments.models import Competition, DealVersion, Table
from tournaments.refusals import Refusal
from tournaments.services import competitions, corrections, penalties, rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AGAIN = """v.map(([table, deal, rules]) => {
  const draft = m.draftOf(deal, table, "k");
  return d.declaration(draft, "tiles", rules);
})"""
PLACE = {"competition": {"slug": "c"}, "table": 3, "seating_version": 1, "context": "x"}
DECLARATION = "/static/sparrows/table/deal/declaration.js"
RULES = {"draws_counted": False}


def plain(content: dict[str, Any]) -> dict[str, Any]:
    """A declaration with the tiles in one order; what may be left out is."""
    hands = {seat: hand_of(hand) for seat, hand in content.get("hands", {}).items()}
    kept = {name: content.get(name) for name in ("outcome", "winners", "discarder", "win_source", "events")}
    return {**kept, "hands": hands}


def hand_of(hand: dict[str, Any]) -> dict[str, Any]:
    melds = sorted((sorted(meld["tiles"]), bool(meld.get("dead"))) for meld in hand.get("melds", []))
    return {
        "melds": melds,
        "rack": sorted(hand.get("concealed", [])),
        "bonus": sorted(hand.get("bonus", [])),
        "winning": hand.get("winning_tile"),
        "flags": sorted(hand.get("flags", [])),
    }


def test_it_opens_every_recorded_deal_as_it_was_declared(run: Any, table: Table, play: Any) -> None:
    versions = []
    for content in DEALS.values():
        try:
            versions.append(play(table, content).version)
        except Refusal:
            continue  # a faulty one is never recorded
    cases = [[PLACE, deal_json(version, "all"), RULES] for version in versions]
    expression = f"await (async () => {{ const d = await import(DECLARATION); return {AGAIN} }})()".replace(
        "DECLARATION", repr(DECLARATION)
    )
    opened = run("deal/correction", expression, cases)
    assert len(opened) > 4
    assert [plain(one) for one in opened] == [plain(version.content) for version in versions]
    ask = 'v.map(([table, deal, rules]) => m.saysAll(m.draftOf(deal, table, "k"), deal, "tiles", rules))'
    assert set(run("deal/correction", ask, cases)) == {True}


@pytest.mark.parametrize(
    ("melds", "rack", "opens"),
    [
        (["B1", "B2"], ["C1"], True),
        (["B1"], ["C1", "C2"], False),
        ([], ["C1"], False),
        ([], [], True),  # nothing says anything: exposed, as in a new entry
    ],
)
def test_it_starts_sets_as_those_of_the_recorded_deal_lay(
    run: Any, table: Table, play: Any, melds: list[str], rack: list[str], opens: bool
) -> None:
    said = {
        "melds": [{"tiles": [tile] * 3} for tile in melds],
        "concealed": [tile for tile in rack for _ in "123"],
    }
    deal = {**deal_json(play(table).version, "all"), "outcome": "ended", "winners": [], "hands": {"W": said}}
    ask = f"""await (async () => {{ const d = await import({DECLARATION!r});
      return ["E", "N"].map((seat) => d.opens(m.draftOf(v, {json.dumps(PLACE)}, "k"), seat)) }})()"""
    assert run("deal/correction", ask, deal) == [opens, opens]


@pytest.mark.parametrize(
    "more", [{"waived": ["gates_of_heaven"]}, {"undeclared": True}, {"flags": ["fishing"]}, {"bonus": ["F1"]}]
)
def test_it_knows_what_an_entry_has_no_place_for(run: Any, table: Table, play: Any, more: Any) -> None:
    deal = deal_json(play(table).version, "all")
    other = {**deal, "hands": {**deal["hands"], "W": {**deal["hands"]["W"], **more}}}
    ask = 'v.map(([draft, deal, rules]) => m.saysAll(m.draftOf(draft, TABLE, "k"), deal, "tiles", rules))'
    shown = run(
        "deal/correction",
        ask.replace("TABLE", json.dumps(PLACE)),
        [[deal, other, RULES], [other, other, RULES]],
    )
    assert shown == [False, "waived" not in more and "undeclared" not in more]


RACKS: list[tuple[str, list[str]]] = [
    ("B1 B1 B1 C2 C3 C4 D5 D5 D5 WE WE WE DR DR", ["B1 B1 B1", "C2 C3 C4", "D5 D5 D5", "WE WE WE", "DR DR"]),
    # pungs before chows, and the pair that lets all the rest be sets
    ("B1 B1 B1 B2 B2 B2 B3 B3 B3 B4 B4", ["B1 B1 B1", "B2 B2 B2", "B3 B3 B3", "B4 B4"]),
    ("B1 B1 B2 B3 B4", ["B1 B1", "B2 B3 B4"]),
    ("DR DR", ["DR DR"]),
    (
        "B1 B1 B5 B5 C1 C1 C9 C9 D3 D3 WE WE DR DR",
        ["B1 B1", "B5 B5", "C1 C1", "C9 C9", "D3 D3", "WE WE", "DR DR"],
    ),
    ("B1 B9 C1 DR DW DW", ["B1", "B9", "C1", "DR", "DW", "DW"]),
]


def test_it_lays_the_rack_of_a_mahjong_out_as_sets_again(run: Any) -> None:
    laid = run(
        "deal/grouping",
        "v.map((rack) => m.grouped(rack).map(({ tiles }) => tiles.join(' ')))",
        [rack.split()[::-1] for rack, _sets in RACKS],
    )
    assert [sorted(sets) for sets in laid] == [sorted(sets) for _rack, sets in RACKS]


def test_it_lays_a_losers_rack_out_as_the_sets_and_pairs_of_one_kind_that_count(run: Any) -> None:
    racks = {
        "DR B1 B2 B3 DR DR": ["B1", "B2", "B3", "DR DR DR"],
        "WE C5 WE C5 C5 C5": ["C5", "C5", "C5", "C5", "WE WE"],
    }
    ask = "v.map((rack) => m.alike(rack).map(({ tiles }) => tiles.join(' ')))"
    assert run("deal/grouping", ask, [rack.split() for rack in racks]) == list(racks.values())


def test_it_opens_the_winners_rack_as_sets_and_the_others_as_what_counts(
    run: Any, table: Table, play: Any
) -> None:
    deal = deal_json(play(table).version, "all")
    ask = 'v.map(([table, deal]) => Object.entries(m.draftOf(deal, table, "k").hands).map('
    ask += "([seat, hand]) => [seat, hand.groups.filter(({ open }) => !open).map(({ kind }) => kind)]))"
    [hands] = run("deal/correction", ask, [[PLACE, deal]])
    kinds = dict(hands)
    assert {*kinds.pop("S")} - {"single"}
    assert all({*each} <= {"single", "kong", "pung", "pair"} for each in kinds.values())


@pytest.mark.parametrize(
    ("hands", "giver"),
    [
        ({"N": {"melds": [{"tiles": ["B6", "B6", "B6"]}]}}, "N"),
        ({"E": {"melds": [{"tiles": ["B6", "B7", "B8"]}]}, "W": {"melds": [{"tiles": ["B6"] * 3}]}}, "W"),
        ({"N": {"points": 4}}, None),  # then the entry asks from whom, and it stays robbed
    ],
)
def test_it_opens_a_robbed_kong_as_won_from_whose_it_was(
    run: Any, table: Table, play: Any, hands: Any, giver: str | None
) -> None:
    deal = deal_json(play(table).version, "all")
    robbed = {**deal, "hands": deal["hands"] | hands, "discarder": None, "win_source": "robbed_kong"}
    ask = f"""await (async () => {{ const d = await import({DECLARATION!r});
      const draft = m.draftOf(v, {json.dumps(PLACE)}, "k");
      const said = draft.from ? draft : d.chooseFrom(draft, "E");
      return [draft.from, said.how, d.sources(said, {{ next: {{ east: "E" }} }}).includes("robbed_kong"),
        d.declaration(said, "tiles", {json.dumps(RULES)}).discarder] }})()"""
    assert run("deal/correction", ask, robbed) == [giver, "robbed_kong", True, None]


def test_it_looks_at_the_hand_of_whoever_is_chosen_as_the_winner(run: Any) -> None:
    ask = f"""await (async () => {{ const d = await import({DECLARATION!r});
      const empty = {{ groups: [], winning: null, how: null, flags: [], points: "", rest: false }};
      const hands = Object.fromEntries([..."ESWN"].map((seat) => [seat, empty]));
      const now = d.chooseDraw({{ hands, events: [] }});
      const table = {{ entry_level: "tiles", rules: {{}} }};
      const model = {{ ...m.emptyModel(), entry: {{ now, past: [] }}, table }};
      const won = m.changed(model, d.chooseWinner(now, "S"));
      const from = m.changed({{ ...won, seat: "N" }}, d.chooseFrom(won.entry.now, "E"));
      const given = m.changed(won, d.chooseWinner(won.entry.now, "W"));
      return [won, from, given, m.undone(given)].map(({{ seat }}) => seat) }})()"""
    assert run("model", ask) == ["S", "N", "W", "S"]


LATER = {"deal": 2, "before": {"E": 4}, "after": {"E": 8}, "east": "S", "east_before": "E", "flags": []}
NEXT = {"deal": 3, "east": "S", "round_wind": "E"}


@pytest.mark.parametrize(
    ("round", "later", "before", "said"),
    [
        ("running", [], NEXT, ["No other deal changes.", "Next: deal 3, "]),
        ("running", [], NEXT | {"east": "E"}, ["Next: deal 3, "]),
        ("running", [LATER], NEXT, ["Deal 2: Name E +4 → +8; East: Name S", "Next: deal 3, "]),
        ("closed", [], NEXT | {"east": "E"}, ["No other deal changes."]),  # nothing follows
    ],
)
def test_it_says_who_is_east_next_and_that_nothing_else_changes_only_where_that_is_so(
    run: Any, round: str, later: Any, before: Any, said: list[str]
) -> None:
    seats = [{"seat": seat, "score": 0} for seat in "ESWN"]
    awaited = {"counted": [], "uncounted": [], "corrected": [], "recorded": []}
    model = {
        "draft": {"supersedes": "x", "outcome": "draw", "events": []},
        "deals": [],
        "table": {"seats": seats, "next": NEXT, "round": {"state": round}, "awaited": awaited},
        "preview": {"values": {}, "net": {}, "later": later, "upcoming": NEXT, "upcoming_before": before},
    }
    ask = """m.previewPane({ ...v, name: (seat) => `Name ${seat}` }, {}).querySelector("#later")"""
    told = run(
        "board/previewpane", f"[...{ask}.querySelectorAll('p, li')].map((one) => one.textContent)", model
    )
    assert len(told) == len(said)
    assert all(one.startswith(wanted) for one, wanted in zip(told, said, strict=True)), told


PLAYED_OUT = [{"deals": 2}, {"winds": 1}, {"ends_at": "2026-01-01T12:00:00Z", "last_deal": "stop"}]


@pytest.mark.parametrize("limit", [*PLAYED_OUT, {"deals": 3}, {"winds": 2}])
def test_it_says_no_next_deal_where_the_round_has_no_more(run: Any, limit: dict[str, Any]) -> None:
    following = NEXT | {"round_wind": "S"}
    awaited = {"counted": [], "uncounted": [], "corrected": [], "recorded": []}
    table = {"seats": [{"seat": "E", "score": 0}], "next": NEXT | {"deal": 1}, "awaited": awaited}
    known = {"deals": [{"deal": 2, "at": "2026-01-01T11:00:00Z"}], "offset": 0}
    model = {
        "draft": {"supersedes": "x", "outcome": "draw", "events": []},
        "deals": [],
        "table": table | known | {"round": {"state": "running", **limit}},
        "preview": {"values": {}, "net": {}, "later": [], "upcoming": following, "upcoming_before": NEXT},
    }
    ask = """m.previewPane({ ...v, name: (seat) => `Name ${seat}` }, {}).querySelector("#later")"""
    told = run("board/previewpane", f"{ask}.textContent", model)
    assert ("Next: deal 3" in told) == (limit not in PLAYED_OUT)
    assert ("No other deal changes." in told) == (limit in PLAYED_OUT)


def test_it_counts_what_later_deals_bring_otherwise_for_whoever_played_them(run: Any) -> None:
    """East and West had changed places by the third deal: what their chairs bring goes with them."""
    player = {seat: {"number": number} for number, seat in enumerate("ESWN", 1)}
    moved = player | {"E": {"number": 3}, "W": {"number": 1}}
    deals = [{"deal": 2, "players": player}, {"deal": 3, "players": moved}]
    third = {"deal": 3, "before": {"W": -6}, "after": {"W": 1}}
    ask = "[1, 2, 3].map((number) => m.broughtBy(v[0], { seat: 'ESW'[number - 1], number }, v[1]))"
    assert run("deal/correction", ask, [[LATER, third], {"deals": deals}]) == [11, 0, 0]


@pytest.fixture
def page(table: Table, play: Any, tablet: Page) -> Page:
    """Tam's tablet after a win of South and a win of West, with the first deal opened in the log."""
    play(table)
    play(table, declared.won("W", "N"))
    tablet.reload()
    tablet.click("#deal-1 > summary")
    return tablet


def current(number: int = 1) -> DealVersion:
    return DealVersion.objects.current().get(number=number)


def test_it_gives_the_mahjong_to_another_and_says_what_changes_with_it(page: Page, tam: Any) -> None:
    page.click("#correct-1")
    expect(page.locator(".entry-title small")).to_have_text("Correction of deal 1")
    expect(page.locator("#later")).to_contain_text("No other deal changes.")
    choose(page, "who-won", "won-E")
    choose(page, "why-wrong", "reason-wrong_winner")
    expect(page.locator("#preview tbody tr >> nth=0")).to_contain_text("+240")
    expect(page.locator("#later li")).to_contain_text("Deal 2")
    foreseen = page.locator("#preview .sums tbody td:last-child").all_inner_texts()
    page.click("#save")
    expect(page.locator("#deal-1 .deal-head")).to_contain_text("Version 2: Wrong winner")
    now = {seat: page.locator(f"#seat-{seat} .seat-score").inner_text() for seat in "ESWN"}
    assert foreseen == [now[seat] for seat in "ESWN"]
    version = current()
    assert (version.kind, version.device, version.net["E"]) == ("correct", tam.device, 240)
    assert current(2).kind == "replay"
    expect(page.locator("#seat-E .seat-score")).to_contain_text(str(240 + current(2).net_e))


def test_it_says_that_a_deal_is_void(page: Page, table: Table, rafe: User) -> None:
    corrections.deal_void(table=table, number=1, reason="The wall was wrong.", actor=rafe, mode="replay")
    page.reload()
    head = page.locator("#deal-1 .deal-head")
    expect(head.locator(".badge-void")).to_have_text("void")
    said = head.get_by_text("The deal is void: nobody scores, wins or gives.")
    expect(said).to_have_css("text-decoration-line", "none")  # what is said of it is not struck out


NAMED = {"code": "misnamed_discard", "offender": "W", "misled": ["N"]}
FALSE = {"code": "false_mahjong", "offender": "E"}
BACK = {**NAMED, "reversed": {"by": "rafe"}}
OVER = "v.map(([draft, events]) => m.replacing(draft, { sha256: 'new', events }))"


@pytest.mark.parametrize(
    ("before", "entered", "newer", "left"),
    [
        ([NAMED], [NAMED], [BACK], []),  # taken back meanwhile
        ([NAMED, NAMED], [NAMED, NAMED], [NAMED, BACK], [NAMED]),  # one of two
        ([NAMED], [NAMED, FALSE], [BACK], [FALSE]),  # and the table had added one
        ([NAMED], [NAMED, NAMED], [BACK], [NAMED]),
        ([NAMED], [], [NAMED, FALSE], [FALSE]),  # or left one out
        ([], [], [{**FALSE, "penalty": 3}], []),  # imposed: it stays, and is no part of the entry
    ],
)
def test_an_entry_over_a_newer_version_has_its_penalties_but_for_what_the_table_changed(
    run: Any, before: list[Any], entered: list[Any], newer: list[Any], left: list[Any]
) -> None:
    draft = {"supersedes": "old", "events": entered, "eventsBefore": before}
    [told] = run("deal/correction", OVER, [[draft, newer]])
    assert (told["supersedes"], told["events"]) == ("new", left)


def test_it_wants_a_reason(page: Page) -> None:
    page.click("#correct-1")
    choose(page, "who-won", "won-nobody")
    expect(page.locator("#lacking")).to_have_text("Say why it was wrong.")
    page.click("#save", force=True)
    assert current().version == 1
    choose(page, "why-wrong", "reason-wrong_winner")
    page.click("#save")
    expect(page.locator("#deal-1 .deal-head")).to_contain_text("Version 2")
    assert current().content["outcome"] == "draw"


FISHED = declared.rack("WE WE WE WS WS WS DR DR DR DG DG DG DW")


def test_it_enters_fishing_that_was_left_out_also_when_all_have_confirmed(
    table: Table, play: Any, olive: User, tablet: Page
) -> None:
    competition = table.round.competition
    competitions.competition_change(competition=competition, actor=olive, confirmed_by="all")
    play(table, declared.with_hand("E", FISHED))
    confirmed(table, 1)
    tablet.reload()
    tablet.click("#deal-1 > summary")
    expect(tablet.locator("#deal-1")).to_contain_text("such as fishing that was declared? Correct the deal")
    tablet.click("#correct-1")
    tap(tablet, "#tab-E", "#flag-fishing")
    choose(tablet, "why-wrong", "reason-left_out")
    tablet.click("#save")
    expect(tablet.locator(".sheet-changed")).to_contain_text("Version 2: Something left out")
    assert current().content["hands"]["E"]["flags"] == ["fishing"]


def test_it_goes_on_with_the_correction_after_a_reload(page: Page) -> None:
    page.click("#correct-1")
    choose(page, "who-won", "won-nobody")
    reload_once_kept(page)
    expect(page.locator("#won-nobody")).to_have_attribute("aria-pressed", "true")
    page.click("#discard")
    asked = page.locator("#discard-dialog")
    expect(asked).to_contain_text("Delete this correction? Deal 1 stays as it is recorded.")
    page.click("#discard-dialog [value=yes]")
    expect(page.locator("#begin-draw")).to_be_visible()
    assert current().version == 1


def test_it_says_that_somebody_else_changed_the_deal(page: Page, table: Table, rafe: User) -> None:
    page.click("#correct-1")
    choose(page, "who-won", "won-nobody")
    choose(page, "why-wrong", "reason-wrong_winner")
    corrections.deal_correct(
        table=table, number=1, content=declared.won("N", "S"), mode="replay", reason="North won.", actor=rafe
    )
    page.click("#save")
    expect(page.locator("#faults")).to_contain_text("Somebody else changed deal 1 in the meantime.")
    page.click("#discard")
    page.click("#discard-dialog [value=yes]")
    expect(page.locator("#deal-1 .deal-head")).to_contain_text("Version 2: North won.")
    page.click("#deal-1 > summary")
    expect(page.locator("#correct-1")).to_have_count(0)  # the referee has decided it


def test_it_says_that_the_round_is_over(page: Page, table: Table, olive: User) -> None:
    page.click("#correct-1")
    choose(page, "who-won", "won-nobody")
    choose(page, "why-wrong", "reason-wrong_winner")
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    page.click("#save")
    expect(page.locator("#faults")).to_contain_text("can no longer be corrected at the table")


def test_it_asks_all_four_again(page: Page, table: Table, olive: User) -> None:
    competition = table.round.competition
    competitions.competition_change(competition=competition, actor=olive, confirmed_by="all")
    page.click("#correct-1")
    choose(page, "who-won", "won-nobody")
    choose(page, "why-wrong", "reason-wrong_winner")
    page.click("#save")
    expect(page.locator("#sheet-title")).to_have_text("Deal 1")
    expect(page.locator(".sheet-changed")).to_contain_text("Version 2: Wrong winner")


def test_it_opens_totals_without_the_penalty_that_came_on_top(
    tablet: Page, table: Table, play: Any, rafe: Any
) -> None:
    Competition.objects.update(entry_level="totals")
    table = Table.objects.select_related("round__competition").get(pk=table.pk)
    play(table, declared.totals())
    event = {"code": "misnamed_discard", "offender": "W", "misled": ["N"]}
    penalties.penalty_impose(table=table, deal=1, event=event, reason="Seen.", actor=rafe, key=uuid4())
    tablet.reload()
    tablet.click("#deal-1 > summary")
    tablet.click("#correct-1")
    expect(tablet.locator("#tab-W")).to_contain_text("−120")
    expect(tablet.locator("#tab-N")).to_contain_text("−100")
