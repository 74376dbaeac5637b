"""What a tablet is told of a rule's source: the title of a text and its lines, in the tablet's language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

import scoring
from tests import declared
from tests.api.conftest import Answer
from tests.public.test_rule_links import lines_of
from tests.table.deals import DEALS
from tournaments.deal import preview
from tournaments.models import Competition, Table
from tournaments.offline import answer
from tournaments.selectors import explained
from tournaments.services import reckoning
from tournaments.views.table.spoken import spoken

pytestmark = pytest.mark.django_db

CODES = re.compile(r"\b\d{3}:\d|\.md\b|\bdecisions?\b|_")
ENGLISH = re.compile(r"\b(?:rules?|lines?|choice|restated)\b")


def sources_in(lines: dict[str, Any]) -> Iterator[str]:
    """The sources of every line of an answer."""
    yield from (line["source"] for seat in lines["seats"].values() for line in seat)


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
def test_it_names_texts_where_the_tables_have_codes(
    ruleset: str, get: Answer, post: Answer, table: Table
) -> None:
    rules = scoring.load_rules(ruleset)
    level = Competition.EntryLevel.TILES
    Competition.objects.update(
        ruleset=ruleset, ruleset_options={}, ruleset_hash=reckoning.rules_keep(rules), entry_level=level
    )
    said = post("/table/deals/preview", DEALS["a win by East from the wall"]).json()
    kept = post("/table/deals", declared.body(table)).json()
    recorded = get("/table").json()["deals"][0]
    for told in (said, kept, recorded):
        found = list(sources_in(told["lines"]))
        assert found
        assert [one for one in found if CODES.search(one) or ", line" not in one] == []


@pytest.mark.parametrize("ruleset", scoring.ruleset_ids())
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_it_names_the_source_of_every_line_in_the_tablets_language(ruleset: str, language: str) -> None:
    with override(language):
        here, there = answer.said_as(spoken()), explained.said()
        hands = {"E": {"lines": list(lines_of(ruleset))}}
        told = list(sources_in(preview.hand_lines(hands, there)))
        assert told == list(sources_in(preview.hand_lines(hands, here)))
    assert told
    assert all(told)
    assert [one for one in told if CODES.search(one)] == []
    assert language == "en" or [one for one in told if ENGLISH.search(one)] == []
