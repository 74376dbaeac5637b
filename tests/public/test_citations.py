"""Each row of the rules says in words where it is written, and which choice it rests on."""

import re

import pytest

import scoring
from tournaments.wording.citations import CHOICES, TEXTS, cited, sources_of


@pytest.mark.parametrize(
    ("source", "places", "choices"),
    [
        ("000:152; decision 2", ["British rules, line 152"], [2]),
        ("000:147, 000:231; bmja.md Limit; decision 3", ["British rules, lines 147, 231"], [3]),
        ("000:49-51", ["British rules, lines 49–51"], []),
        ("002:48, 004:213", ["Hungarian rules, line 48", "Hungarian premium rules, line 213"], []),
        ("004:280; hungarian.md; decisions 14, 26", ["Hungarian premium rules, line 280"], [14, 26]),
        ("hungarian.md Limit", ["the rules as restated: Limit"], []),
        ("house_hands", ["the club’s own list"], []),
        ("", [], []),
    ],
)
def test_it_puts_a_source_into_words(source, places, choices):
    told = cited(source)
    assert (list(told.places), list(told.choices)) == (places, choices)


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_understands_every_source_of_every_rule_set(ruleset):
    for source in sources_of(scoring.load_rules(ruleset)):
        told = cited(source)
        assert told.places or told.choices, source
        assert set(told.choices) <= set(CHOICES)


def test_it_keeps_no_text_and_no_choice_that_nobody_cites():
    sources = [source for one in scoring.ruleset_ids() for source in sources_of(scoring.load_rules(one))]
    assert {number for source in sources for number in cited(source).choices} == set(CHOICES)
    assert {text for source in sources for text in re.findall(r"(\d{3}):", source)} == set(TEXTS)


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_shows_titles_where_the_tables_have_codes(ruleset, client):
    page = client.get(f"/rules/{ruleset}/").content.decode()
    assert not re.search(r"\b00\d:\d|\.md\b|\bdecisions?\b", page)
    assert set(re.findall(r'href="#(choice-\d+)"', page)) <= set(re.findall(r'id="(choice-\d+)"', page))
    assert "; undated" in page or "19 September 2003" in page or "without title and date" in page
    assert not re.search(r"\b00\d:\d|\.md\b", client.get(f"/rules/{ruleset}/claims/").content.decode())
