"""Every figure can be put into a sentence, and its parts add up to it."""

from fractions import Fraction
from itertools import count, pairwise, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.casting import CLUB, competitions, season_credits, tally
from tournaments.ranking.credit import Bonus, Scheme, of_round, parts_of
from tournaments.ranking.figures import PHRASES, Part, amount, phrase, said, sentences, text
from tournaments.ranking.seasons.explained import told as told_of
from tournaments.ranking.seasons.facts import Facts, Given, Meeting, Player, Row
from tournaments.ranking.seasons.policy import Choosing, Code, Falling, Formula, Policy, Trimmed
from tournaments.ranking.seasons.tables import season
from tournaments.ranking.standings import CRITERIA, decision, lines, rank

FACTS = {"round": 1, "table": 2, "place": 3, "sharers": 2, "reason": "limit hand", "best": 7}
FACTS |= {"fact": "limit hands", "absence": "ill", "event": "Spring Day", "among": 24}


@pytest.mark.parametrize(
    ("number", "printed"),
    [(7, "7"), (-120, "-120"), (Fraction(3, 2), "3/2"), (Fraction(4), "4"), (0, "0"), (None, "-")],
)
def test_it_prints_amounts_exactly(number, printed):
    assert text(number) == printed


@pytest.mark.parametrize(
    ("number", "words"), [(Fraction(3, 2), "1\u00a01\u20442"), (-2000, "\u22122,000"), (None, "–")]
)
def test_it_says_amounts_as_everywhere(number, words):
    assert said(number) == words


@given(st.fractions())
def test_it_reads_back_what_it_prints(exact):
    read = amount(text(exact))
    assert read == exact
    assert isinstance(read, int) == (exact.denominator == 1)


def test_it_has_a_phrase_for_every_code():
    for code in PHRASES:
        assert "{" not in phrase(Part(code, 1, FACTS))


def test_it_says_what_a_meeting_gave():
    tallies = [
        tally(1, 4, 300, 3),
        tally(2, 4, 100, 3, adjustment=-1),
        tally(3, 4, 100, 3),
        tally(4, 4, -500, 3),
    ]
    credits = of_round(tallies, CLUB, bonuses=[Bonus(1, 2, "limit hand")])
    said = [sentences(each.parts, "meeting") for each in credits]
    assert said == [
        ("Meeting 4: table points 4 (place 1 at table 3) + 1 for attending + bonus 2 (limit hand)",),
        (
            "Meeting 4: table points 1\u00a01\u20442 (place 2 at table 3, shared by 2) + 1 for attending"
            " + \u22121 as a penalty against the standings",
        ),
        ("Meeting 4: table points 1\u00a01\u20442 (place 2 at table 3, shared by 2) + 1 for attending",),
        ("Meeting 4: table points 0 (place 4 at table 3) + 1 for attending",),
    ]


@pytest.mark.parametrize(
    ("best_of", "told"),
    [
        (
            1,
            [
                "Meeting 1: table points 0 (place 4 at table 1) + 1 for attending; dropped: below the best 1",
                "Meeting 2: absent",
                "Meeting 3: table points 4 (place 1 at table 1) + 1 for attending; counted",
            ],
        ),
        (
            3,
            [
                "Meeting 1: table points 0 (place 4 at table 1) + 1 for attending; counted",
                "Meeting 2: absent, counted as 0: fewer than 3 meetings attended",
                "Meeting 3: table points 4 (place 1 at table 1) + 1 for attending; counted",
            ],
        ),
        (
            None,
            [
                "Meeting 1: table points 0 (place 4 at table 1) + 1 for attending",
                "Meeting 2: absent",
                "Meeting 3: table points 4 (place 1 at table 1) + 1 for attending",
            ],
        ),
    ],
)
def test_it_says_what_became_of_each_meeting(best_of, told):
    policy = Policy("table_points", 3, attendance_points=1, choosing=Choosing(best_of=best_of))
    assert explained(policy, [[-60, 30, 20, 10], None, [60, -10, -20, -30]]) == told


def explained(policy, evenings, **more):
    """Say each meeting of player 1; an evening has the nets of 1 to 4, without him those of 2 to 5."""
    meetings = [
        Meeting(
            number, (tuple(map(Row, range(2, 6) if nets is None else range(1, 5), nets or [0] * 4)),), **own
        )
        for number, nets, own in zip(count(1), evenings, more.get("own") or repeat({}), strict=False)
    ]
    made = season(policy, Facts(tuple(map(Player, range(1, 6))), tuple(meetings)))
    (line,) = (place.line for place in made.table if place.line.number == 1)
    return [each.sentence("meeting") for each in told_of(policy, policy.choosing, line.meetings)]


FIXED = Code(Formula("fixed", 5), discardable=False)
WON, LOST, EVEN = [60, -10, -20, -30], [-60, 30, 20, 10], [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("policy", "evenings", "own", "told"),
    [
        (
            Policy("net", 3, choosing=Choosing(trimmed=Trimmed(1, 1))),
            [WON, LOST, EVEN],
            None,
            [
                "Meeting 1: net 60 at table 1; dropped: one of the best, which do not count here",
                "Meeting 2: net \N{MINUS SIGN}60 at table 1; dropped: one of the worst",
                "Meeting 3: net 0 at table 1; counted",
            ],
        ),
        (
            Policy("place_points", 2, place_points=Falling(20, 1), choosing=Choosing(discards=(0, 1))),
            [WON, EVEN],
            None,
            [
                "Meeting 1: 20 for place 1 of the evening; counted",
                "Meeting 2: 18 1\u20442 for place 1 of the evening, shared by 4; dropped: below the best 1",
            ],
        ),
        (
            Policy(
                "net", 2, absence={"ill": Code(Formula("fixed", 5), discardable=False)}, choosing=Choosing(1)
            ),
            [None, WON],
            [{"absent": {1: "ill"}}, {}],
            [
                "Meeting 1: 5 for absence with a reason (ill); counted: it cannot be dropped",
                "Meeting 2: net 60 at table 1; dropped: below the best 1",
            ],
        ),
        (
            Policy("net", 2, absence_replaces=True, choosing=Choosing(1)),
            [None, LOST],
            None,
            [
                "Meeting 1: absent, counted as 0",
                "Meeting 2: net \N{MINUS SIGN}60 at table 1; dropped: below the best 1",
            ],
        ),
        (
            Policy("net", 2, penalties="always", rested=Formula("average")),
            [None, WON],
            [{"rested": frozenset({1})}, {"penalties": (Given(1, -7, "late"),)}],
            [
                "Meeting 1: 60 for resting (the mean of the meetings played)",
                "Meeting 2: net 60 at table 1 + \N{MINUS SIGN}7 as a penalty against the standings",
            ],
        ),
        (
            Policy("percent", 2, opening=30, rested=Formula("none"), attendance_points=1),
            [None, WON],
            [{"rested": frozenset({1})}, {}],
            [
                "Meeting 1: 1 for attending; rested: neither counted nor dropped",
                "Meeting 2: 300 per cent of the opening score + 1 for attending",
            ],
        ),
    ],
)
def test_it_says_why_under_every_kind_of_policy(policy, evenings, own, told):
    assert [each.replace("\u00a0", " ") for each in explained(policy, evenings, own=own)] == told


def test_it_asks_for_the_translation_of_the_template_before_filling_it_in():
    asked = {
        "{amount} for attending": "{amount} za udział",
        "Meeting {round}: {parts}": "Spotkanie {round}: {parts}",
    }
    part = Part("attendance", 1, {"round": 4})
    assert sentences([part], "meeting", asked.__getitem__) == ("Spotkanie 4: 1 za udział",)


def test_it_says_what_decided():
    tallies = [tally(1, net=50, mahjongs=3), tally(2, net=50, mahjongs=4), tally(3, net=50, mahjongs=4)]
    ordered = rank(lines(tallies), ["total", "mahjongs"])
    sentences_said = [decision(before, after) for before, after in pairwise(ordered)]
    assert sentences_said == [None, "Behind 3 by mah-jongs made: 3 against 4."]
    assert decision(ordered[1], ordered[2], name={3: "Pat"}.__getitem__) == (
        "Behind Pat by mah-jongs made: 3 against 4."
    )


@given(
    competitions(),
    st.lists(st.sampled_from(sorted(CRITERIA)), unique=True),
    st.sampled_from([None, CLUB, Scheme()]),
)
def test_it_makes_every_figure_the_sum_of_its_parts(tallies, criteria, scheme):
    credits = None if scheme is None else parts_of(season_credits(tallies, scheme))
    for standing in rank(lines(tallies, credits=credits), criteria):
        for figure in standing.figures:
            if figure.code in ("qualified", "lot") or figure.amount is None:
                continue
            assert sum(part.amount for part in figure.parts) == figure.amount, figure.code
            assert all(sentences(figure.parts))
