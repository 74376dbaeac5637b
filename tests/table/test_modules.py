"""The page's pure modules, run in the browser: canonical form, hashes, keys, the counting of tiles."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests import declared
from tournaments.deal import hashes
from tournaments.tilefaces import CODES, MARKS, symbols_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VALUES: list[Any] = [
    {},
    [],
    None,
    True,
    0,
    -7,
    "",
    "é",
    "日本",
    "🀄",
    'a"b\\c',
    "\u2028",
    "\t",
    {"b": 1, "a": [1, {"z": None, "y": "x"}]},
    "x" * 55,
    "x" * 56,
    "x" * 63,
    "x" * 64,
    "x" * 119,
    "x" * 1000,
    declared.won(),
]


def test_it_writes_and_hashes_values_as_the_server_does(run: Any) -> None:
    said = run("deal/canonical", "v.map((one) => [m.canonical(one), m.sha256(m.canonical(one))])", VALUES)
    assert said == [[hashes.canonical(one).decode(), hashes.sha256(one)] for one in VALUES]


@pytest.mark.parametrize("marks", MARKS)
def test_it_lays_tiles_together_as_the_other_pages_do(run: Any, marks: str) -> None:
    laid = run("deal/tiles", "v[0].map((code) => m.symbolsOf(code, v[1]))", [CODES, marks])
    assert laid == [[*symbols_of(code, marks)] for code in CODES]


def test_it_names_tiles_as_the_club_does_and_tells_the_engine(run: Any) -> None:
    page = {
        "tiles": {"D5": "5 cirkler", "WW": "Vest"},
        "called": {"circles": {}, "dots": {"D5": "5 prikker"}},
        "engine": {"Pung": "Pung!", "5 circle": "5 cirkler"},
        "engine_tiles": {"D5": "5 circle", "WW": "West wind"},
    }
    asked = """(document.getElementById("words").textContent = JSON.stringify({ said: {}, ...v }),
      import("/static/sparrows/table/words.js?anew")).then((w) => ["circles", "dots"].map((words) =>
      (w.callSuits(words), [w.tileNames(["D5", "WW"]), w.engineWords()])))"""
    assert run("words", f"await {asked}", page) == [
        ["5 cirkler, Vest", {"Pung": "Pung!", "5 circle": "5 cirkler"}],
        ["5 prikker, Vest", {"Pung": "Pung!", "5 circle": "5 prikker"}],
    ]


def test_it_makes_keys_that_are_uuids(run: Any) -> None:
    keys = run("deal/canonical", "Array.from({length: 50}, m.newKey)")
    assert len(set(keys)) == 50
    assert all(UUID(key).version == 4 and str(UUID(key)) == key for key in keys)


def test_it_waits_longer_from_try_to_try_and_as_long_as_the_server_asks(run: Any) -> None:
    pauses = run("outbox/api", "[0, 1, 3, 9].map((tries) => m.pause(tries))")
    for pause, longest in zip(pauses, (1000, 2000, 8000, 30000), strict=True):
        assert longest / 2 <= pause <= longest
    assert run("outbox/api", "m.pause(0, 7)") >= 7000


def test_it_looks_often_only_while_it_is_owed_an_answer_and_nobody_tells_it(run: Any) -> None:
    call, ruled = {"at": "10:00", "answered_at": None}, {"ruling": {"decision": "declined"}}
    owed = [{"call": call}, {"held": [ruled, {"ruling": None}]}, {"held_before": [{"ruling": None}]}]
    owed += [{"deals": [{"confirmation": {"state": "disputed"}}]}]
    settled = [{"call": {**call, "answered_at": "10:02"}}, {"held": [ruled], "held_before": [ruled]}]
    settled += [{"deals": [{"confirmation": {"state": state}} for state in ("open", "confirmed")]}, {}]
    rests = "v.map((table) => [0, 1].map((chance) => m.rest({ table, connection: 'there' }, false, chance)))"
    assert run("deal/pulse", rests, owed) == [[1125, 1500]] * 4
    assert run("deal/pulse", rests, settled) == [[15000, 20000]] * 4
    for connection, told in (("there", "true"), ("lost", "false")):
        model = f"{{ table: v[0], connection: '{connection}' }}"
        assert run("deal/pulse", f"m.rest({model}, {told}, 1)", owed) == 20000


def test_it_writes_numbers_as_the_other_pages_do(run: Any) -> None:
    amounts = [-2000, -7, 0, 320, 12345]
    assert run("words", "v.map(m.written)", amounts) == ["−2,000", "−7", "0", "320", "12,345"]
    assert run("words", "v.map(m.signed)", amounts) == ["−2,000", "−7", "0", "+320", "+12,345"]
    assert run("words", 'm._("Limit: {value}", { value: 1000 })') == "Limit: 1,000"


def test_it_ends_what_somebody_wrote_before_another_sentence_follows(run: Any) -> None:
    reasons = ["South won", "South won.", "Who won?", "“South won.”", "South won ", "3…"]
    ended = ["South won.", "South won.", "Who won?", "“South won.”", "South won.", "3…"]
    assert run("words", "v.map(m.ended)", reasons) == ended


def test_it_says_by_name_for_whom_a_substitute_plays(run: Any) -> None:
    east = {"seat": "E", "wind": "E", "name": "Late Comer", "score": 0}
    absent = {"stands_for": 2, "stands_for_name": "Ann Lee"}
    told = run(
        "board/board",
        """v.map((seats) => m.board({ turned: false, table: {
          table: 3, round: { state: "closed" }, competition: { archived: true }, seats, next: null, deals: [],
          call: null, awaited: { counted: [], uncounted: [], corrected: [], recorded: [] } } }, {})
          .querySelector(".seat").textContent)""",
        [[east | absent], [east | {"stands_for": None, "stands_for_name": None}]],
    )
    assert told == ["Late ComerEE0for Ann Lee", "Late ComerEE0"]


START = """
const table = {competition: {slug: "c"}, table: 3, context: "x", seating_version: 1,
               next: {deal: 1, east: "E", round_wind: "E"}};
const rules = {chows: 1, flags: [], penalties: [], draws_counted: false};
let d = m.chooseFrom(m.chooseWinner(m.openDraft(table, "k"), "S"), "E");
"""
LOOSE = [("S", "single", f"{suit}{number}") for suit in "BCD" for number in (1, 3, 5, 8)]
# What is laid down, then a question about it, then the answer.
CLAIMED = 'm.addEvent(d, {code: "wrong_claim", offender: "W"})'
FLAGGED = '{}.reduce((all, flag) => m.toggleFlag(all, "W", flag), d).hands.W.flags'
ENDED_BY = 'm.missing(m.addEvent(m.chooseEnded(d), {{code: "{}", offender: "E"}}), "tiles", rules)'
QUESTIONS: list[tuple[list[tuple[str, str, str]], str, Any]] = [
    ([], 'm.refusal(d, "S", "chow", "B8", rules)', {"code": "no_chow_here"}),
    ([], 'm.refusal(d, "S", "chow", "WE", rules)', {"code": "no_chow_here"}),
    ([], 'm.refusal(d, "S", "chow", "B7", rules)', None),
    ([("S", "kong", "B1")], 'm.refusal(d, "E", "single", "B1", rules)', {"code": "no_copies"}),
    ([("S", "pair", "B1")], 'm.refusal(d, "E", "pung", "B1", rules)', {"code": "few_copies", "left": 2}),
    ([("S", "kong", "B2")], 'm.refusal(d, "S", "chow", "B1", rules)', {"code": "no_copies"}),
    ([("S", "chow", "B1")], 'm.refusal(d, "S", "chow", "C1", rules)', {"code": "chow_limit", "chows": 1}),
    ([("E", "chow", "B1")], 'm.refusal(d, "E", "chow", "C1", rules)', None),
    # after the one chow that a mah-jong may hold it is pungs again; where chows are free it stays with chows
    ([("S", "chow", "B1")], 'm.nextKind(d, "S", "chow", "tiles", rules)', "pung"),
    ([("S", "chow", "B1")], 'm.nextKind(d, "S", "chow", "tiles", {...rules, chows: 4})', "chow"),
    ([("E", "chow", "B1")], 'm.nextKind(d, "E", "chow", "tiles", rules)', "chow"),
    (
        [("S", "chow", f"{suit}1") for suit in "B"] + [("S", "pung", f"{suit}9") for suit in "BCD"],
        'm.nextKind(d, "S", "chow", "tiles", rules)',
        "pair",
    ),
    (
        [],
        'm.refusal({...d, wild: "B2"}, "S", "chow", "C1", {...rules, goulash_chows: 0})',
        {"code": "no_chows"},
    ),
    (
        [("S", "pung", f"{suit}9") for suit in "BCD"] + [("S", "pung", "WE")],
        'm.nextKind(d, "S", "pung")',
        "pair",
    ),
    # who lays a hand tile by tile goes on so to the last one, also after a look at another hand
    (LOOSE, 'm.nextKind(d, "S", "single")', "single"),
    (LOOSE, 'm.firstKind(d, "S")', "single"),
    ([*LOOSE, ("S", "single", "F1")], 'm.firstKind(d, "S")', "single"),
    ([("S", "pung", f"{suit}9") for suit in "BCD"], 'm.firstKind(d, "S")', "pung"),
    ([], 'm.firstKind(d, "S")', "pung"),
    ([], 'm.firstKind(d, "E")', "single"),
    ([("S", "kong", f"{suit}9") for suit in "BCD"], "m.size(d.hands.S)", 9),
    ([("E", "pung", "B1")], "d.hands.E.groups[0].open", False),
    ([("S", "pung", "B1")], "d.hands.S.groups[0].open", False),
    # how the first set of a deal was laid is how the next ones start, whoever's hand it is, also in a goulash
    ([("S", "pung", "B1")], 'm.opens({...d, wild: "B2"}, "E")', False),
    ([("E", "pung", "B1")], 'm.opens({...d, wild: "B2"}, "S")', False),
    # and before the first set it is one start for the deal, a loser's hand or the winner's
    ([], '[..."ESWN"].map((seat) => m.opens(d, seat))', [False] * 4),
    ([], 'm.opens(m.addGroup(d, "E", "pung", "B1", true), "E")', False),
    ([("S", "knit:BCD", "C4")], "d.hands.S.groups[0].tiles", ["B4", "C4", "D4"]),
    ([("S", "knit:BCD", f"C{n}") for n in (1, 2, 3)], 'm.nextKind(d, "S", "knit:BCD")', "knit:BCD"),
    ([("S", "knit:BCD", f"C{n}") for n in (1, 2, 3, 4)], 'm.nextKind(d, "S", "knit:BCD")', "single"),
    ([], "m.isBare(d)", False),
    ([], "m.isBare(m.chooseFrom(d, null))", True),
    ([], 'm.isBare(m.setPoints(m.chooseFrom(d, null), "E", "4"))', False),
    ([("S", "pung", "B1"), ("S", "kong", "B2")], "m.inRack(d.hands.S)", ["B1", "B1", "B1"]),
    (
        [("S", "pung", "B1")],
        "m.sources(d, table)",
        ["discard", "last_discard", "robbed_kong", "first_discard"],
    ),
    ([("S", "kong", "B1")], 'm.sources(m.chooseFrom(d, "self"), table)', ["wall", "loose_tile", "last_wall"]),
    (
        [],
        'm.missing(d, "tiles", rules).map((one) => [one.seat, one.missing])',
        [["S", 14], ["E", 13], ["W", 13], ["N", 13]],
    ),
    ([], 'm.seatsAsPlayed({ ...d, turn: ["S", "W", "N", "E"] })', ["S", "W", "N", "E"]),
    (
        [],
        '["short_hand", "long_hand"].map((flag) => '
        'm.missing(m.toggleFlag(d, "W", flag), "counting", rules).find(({ seat }) => seat === "W"))',
        [{"code": "short_hand", "seat": "W"}, {"code": "long_hand", "seat": "W"}],
    ),
    # a wrong claim is asked about while no set of that hand is marked, but not where no tiles are laid
    ([("W", "pung", "B1")], f'm.unmarkedClaims({CLAIMED}, "tiles", rules)', ["W"]),
    ([("W", "pung", "B1")], f'm.unmarkedClaims({CLAIMED}, "points", rules)', []),
    ([("W", "pung", "B1")], f'm.unmarkedClaims(m.toggleDead({CLAIMED}, "W", 0), "tiles", rules)', []),
    # a hand is short or long, not both: the word said last takes the other back, and no other word
    ([], FLAGGED.format('["long_hand", "short_hand"]'), ["short_hand"]),
    ([], FLAGGED.format('["short_hand", "dead_hand", "long_hand"]'), ["dead_hand", "long_hand"]),
    ([], FLAGGED.format('["short_hand", "long_hand", "long_hand"]'), []),
    ([], 'm.missing(m.chooseEnded(d), "tiles", rules)', [{"code": "missing_event"}]),
    ([], ENDED_BY.format("false_mahjong"), [{"code": "play_goes_on"}]),
    ([], ENDED_BY.format("false_mahjong_exposed"), []),
    ([], 'm.missing(m.chooseDraw(d), "tiles", rules)', []),
    ([], 'm.declaration(m.chooseHow(d, "robbed_kong"), "tiles", rules).discarder', None),
]


@pytest.mark.parametrize(("laid", "question", "answer"), QUESTIONS)
def test_it_offers_only_what_can_be(run: Any, laid: list[Any], question: str, answer: Any) -> None:
    steps = "".join(
        f"d = m.addGroup(d, {json.dumps(s)}, {json.dumps(k)}, {json.dumps(t)});" for s, k, t in laid
    )
    assert run("deal/declaration", f"(() => {{ {START} {steps} return {question} }})()") == answer


REFIT = f"""(() => {{ {START}
  const known = {{next: v[1], rules, context: "now", context_of: {{table: 3}}}};
  return m.refit({{...d, context: v[0], wild: "B2"}}, known).context;
}})()"""
PLACE = {"deal": 2, "east": "S", "round_wind": "E"}


@pytest.mark.parametrize(
    ("changed", "stands"),
    [
        ({}, True),
        ({"east": "E"}, False),
        ({"round_wind": "S"}, False),
        ({"counted": 1}, False),
        ({"ring": "ESWR", "places": "ESWR"}, False),
    ],
)
def test_it_takes_a_goulash_over_only_where_nothing_else_changed(
    run: Any, changed: Any, stands: bool
) -> None:
    begun = hashes.sha256({"table": 3, **PLACE, "goulash": True})
    assert (run("deal/declaration", REFIT, [begun, PLACE | changed]) == "now") is stands


# What the picker is drawn with, and what it says of its grey tiles before anybody taps them.
GREY: list[tuple[str, str]] = [
    ('m.picker(of(d, "pung"), {})', ""),
    (
        'm.picker(of(d, "chow"), {})',
        "Grey tiles begin no chow; tap its lowest tile.",
    ),
    ('m.picker(of(one, "pung"), {})', "Chow is grey: no mah-jong has more than 1."),
    ('m.picker(of({...d, wild: "B2"}, "pung"), {})', "Chow is grey: this deal is played without chows."),
]


@pytest.mark.parametrize(("drawn", "said"), GREY)
def test_it_says_at_the_keyboard_why_it_is_grey(run: Any, drawn: str, said: str) -> None:
    found = f'{drawn}.flat(9).filter(Boolean).find(({{id}}) => id === "grey")?.textContent ?? ""'
    assert run("entry/picker", picker_of(found)) == said


def test_it_draws_sets_as_they_lie(run: Any) -> None:
    laid = 'declared.addGroup(declared.addGroup(d, "S", "kong", "B4"), "S", "pung", "B9", true)'
    sets = f'm.picker(of({laid}, "pung"), {{}})[0].querySelectorAll(".card-set")'
    backs = 'one.querySelectorAll("[class$=-back]").length'
    lies = f'[one.classList.contains("is-open"), {backs}]'
    assert run("entry/picker", picker_of(f"[...{sets}].map((one) => {lies})")) == [[True, 0], [False, 2]]


def picker_of(question: str) -> str:
    """Ask a question of the picker, `of` a draft and a kind of set: S has won, from E; `one` holds a chow."""
    start = START.replace("m.", "declared.").replace("let d", "const d")
    return f"""await (async () => {{
      const declared = await import("/static/sparrows/table/deal/declaration.js");
      {start}
      const one = declared.addGroup(d, "S", "chow", "B1");
      const told = {{...table, seats: [{{seat: "S", wind: "S"}}],
                    rules: {{...rules, specials: [], goulash_chows: 0, wild: ["B2"], minimum: 0}}}};
      const of = (draft, kind) => ({{draft, seat: "S", kind, table: told, level: "tiles", roving: "B1",
                                    name: String}});
      return {question};
    }})()"""


def test_it_changes_no_draft_but_makes_new_ones(run: Any) -> None:
    undone = run(
        "deal/history",
        """(() => {
      let h = m.begin({n: 0});
      for (let n = 1; n < 4; n += 1) h = m.step(h, {n});
      return [h.now.n, m.undo(h).now.n, m.undo(m.undo(m.undo(m.undo(h)))).now.n, m.canUndo(m.begin({}))];
    })()""",
    )
    assert undone == [3, 2, 0, False]


# ------------------------------------------------------------------ every hand of a whole event
BUILD = """(() => {
  const table = {competition: {slug: "c"}, table: 1, context: "x", seating_version: 1,
                 next: {deal: 1, east: "E", round_wind: "E"}};
  const rules = {chows: 1, flags: ["fishing", "original_call", "short_hand", "long_hand", "dead_hand"],
                 penalties: [], draws_counted: false};
  const kindOf = (tiles) => tiles.length === 4 ? "kong" : tiles[0] === tiles[1] ? "pung" : "chow";
  const refused = [];
  const lay = (d, seat, kind, tile) => {
    const why = m.refusal(d, seat, kind, tile, rules);
    if (why) refused.push([seat, kind, tile, why.code]);
    return m.addGroup(d, seat, kind, tile);
  };
  const hand = (d, seat, declared) => {
    for (const flag of declared.flags) d = m.toggleFlag(d, seat, flag);
    for (const meld of declared.melds) {
      d = lay(d, seat, kindOf(meld.tiles), [...meld.tiles].sort()[0]);
      const place = d.hands[seat].groups.length - 1;
      if (d.hands[seat].groups[place].open === meld.concealed) d = m.toggleOpen(d, seat, place);
      if (meld.dead) d = m.toggleDead(d, seat, place);
    }
    for (const tile of declared.concealed) d = lay(d, seat, "single", tile);
    return d;
  };
  return v.map((deal) => {
    let d = m.openDraft(table, "k");
    const [winner] = deal.winners;
    d = winner ? m.chooseWinner(d, winner) : m.chooseDraw(d);
    if (winner) d = m.chooseHow(m.chooseFrom(d, deal.discarder ?? "self"), deal.win_source);
    if (winner) for (const seat of "ESWN") d = hand(d, seat, deal.hands[seat]);
    if (winner) d = m.setWinning(d, winner, deal.hands[winner].winning_tile);
    for (const event of deal.events) d = m.addEvent(d, event);
    return [m.declaration(d, "tiles", rules), m.missing(d, "tiles", rules), refused.splice(0)];
  });
})()"""


def as_declared(deal: dict[str, Any]) -> dict[str, Any]:
    """What the picker must come to: concealed pungs and chows go back into the rack."""
    hands = {seat: _as_declared(hand) for seat, hand in deal["hands"].items()} if deal["winners"] else {}
    names = ("outcome", "winners", "discarder", "win_source", "events")
    return {**{name: deal[name] for name in names}, "hands": hands}


def _as_declared(hand: dict[str, Any]) -> dict[str, Any]:
    back = [meld for meld in hand["melds"] if meld["concealed"] and len(meld["tiles"]) < 4]
    said = {
        "melds": [meld for meld in hand["melds"] if meld not in back],
        "concealed": sorted([*hand["concealed"], *(tile for meld in back for tile in meld["tiles"])]),
        "bonus": hand["bonus"],
        "flags": hand["flags"],
    }
    return said | {"winning_tile": hand["winning_tile"]} if hand["is_winner"] else said


def test_it_lets_every_hand_of_a_whole_event_be_entered(run: Any) -> None:
    lines = (Path(__file__).parents[1] / "events/open24/deals.jsonl").read_text().splitlines()
    deals = [json.loads(line) for line in lines]
    built = run("deal/declaration", BUILD, deals)
    for deal, (declaration, missing, refused) in zip(deals, built, strict=True):
        for hand in declaration["hands"].values():
            hand["concealed"].sort()
        place = [deal[name] for name in ("round", "table", "deal")]
        assert (place, refused, missing) == (place, [], [])
        assert declaration == as_declared(deal), place
