"""Exports: standings as CSV for spreadsheets, everything as JSON whose hashes anybody can work out again."""

import csv
import hashlib
import io
import json
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from openpyxl import load_workbook

from players.models import Club, Player
from tournaments.models import Export
from tournaments.publishing.exports import (
    csv_cell,
    ema_csv,
    everything_json,
    number_cell,
    standings_csv,
    standings_lines,
    text_cell,
)
from tournaments.publishing.workbook import workbook
from tournaments.refusals import Refusal
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, outbox, penalties

HASHED = ("version", "kind", "content", "east", "round_wind", "net", "deal")

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(running, table, play, olive):
    """Two deals, one of them corrected, and a penalty against the standings."""
    play(table)
    play(table)
    corrections.deal_void(table=table, number=1, mode="replay", reason="Entered twice.", actor=olive)
    penalties.standings_penalty(
        entry=running.entries.get(number=2),
        round=table.round,
        amount=-100,
        reason="Late.",
        actor=olive,
        key=uuid4(),
    )
    running.refresh_from_db()
    return running


def rows(body):
    return list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Zoë Kemble", "Zoë Kemble"),
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+44", "'+44"),
        ("-2", "'-2"),
        ("@sum", "'@sum"),
        ("\tx", "' x"),
        ("\r=1", "' =1"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("a\nb", "a b"),
        ("O'Neill-Smith", "O'Neill-Smith"),
    ],
)
def test_it_lets_no_text_become_a_formula(name, cell):
    assert text_cell(name) == cell


@pytest.mark.parametrize(
    ("amount", "cell"),
    [
        (0, "0"),
        (-120, "-120"),
        (Fraction(7), "7"),
        (Fraction(7, 3), "2 1/3"),
        (Fraction(-3, 2), "-1 1/2"),
        (Fraction(1, 2), "0 1/2"),
        (None, ""),
    ],
)
def test_it_writes_numbers_as_numbers_and_no_fraction_as_a_date(amount, cell):
    assert number_cell(amount) == cell


def test_it_writes_the_standings_with_guarded_names(played):
    entry = played.entries.get(number=1)
    Player.objects.filter(pk=entry.player_id).update(
        given="=cmd()", club=Club.objects.create(name="@evil", slug="evil")
    )
    played.revision += 1  # a changed name is not the ledger's, so its page is another revision's
    table = {row["Number"]: row for row in rows(standings_csv(played))}
    assert len(table) == 16
    assert (table["1"]["Name"], table["1"]["Club"]) == ("'=cmd() Ashby", "'@evil")
    assert (table["2"]["Adjustments"], table["2"]["Total"][0]) == ("-100", "-")
    assert sum(int(row["Net"]) for row in table.values()) == 0


def test_it_writes_a_workbook_without_formulas(played):
    entry = played.entries.get(number=1)
    Player.objects.filter(pk=entry.player_id).update(given="=1+1\x07")
    played.revision += 1
    played.prizes = ["100"]
    book = load_workbook(io.BytesIO(workbook(played)))
    assert book.sheetnames == ["Standings", "Deals", "Adjustments", "Prizes"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    said = list(book["Standings"].values)
    names = {line[1]: line[2] for line in said[1:]}
    assert names[1] == "=1+1  Ashby", "what cannot be shown became a space"
    assert [tuple(map(csv_cell, line)) for line in standings_lines(played)] == [
        tuple(csv_cell(cell) for cell in line) for line in said
    ]
    deals = list(book["Deals"].values)
    assert sum(line[8] for line in deals[1:]) == 0
    assert {line[9] for line in deals[1:]} == {None, "void"}
    assert list(book["Adjustments"].values)[1][3] == -100


def test_it_writes_results_as_the_ema_takes_them(played):
    entry = played.entries.get(number=1)
    Player.objects.filter(pk=entry.player_id).update(ema="04010023", country="GB")
    table = {row["Last name"]: row for row in rows(ema_csv(played))}
    assert len(table) == 16
    standing = next(row for row in standings_of(played).rows if row.number == 1)
    assert table["ASHBY"] == {
        "Place": str(standing.rank),
        "EMA number": "04010023",
        "Last name": "ASHBY",
        "First name": "Pat",
        "Country": "GB",
        "Points": str(standing.total),
        "Score": str(standing.net),
    }


def test_it_writes_every_version_with_hashes_that_anybody_can_check(played):
    document = json.loads(everything_json(played))
    assert [(d["deal"], d["version"], d["kind"]) for d in document["deals"]][:3] == [
        (1, 1, "play"),
        (2, 1, "play"),
        (1, 2, "void"),
    ]
    assert check(document) == document["chain"]["end"]
    assert document["chain"]["length"] == played.sequence
    assert document["chain"]["head"] == played.chain_head
    rows = {link["row"] for link in document["chain"]["links"]}
    assert rows == {"dealversion", "penalty", "action"}, "the log and the penalties are in it"
    [penalty] = document["penalties"]
    said = {name: penalty[name] for name in ("amount", "deal", "event", "event_index")}
    sha256 = hashlib.sha256(canonical({**said, **penalty["proof"]})).hexdigest()
    assert {"row": "penalty", "sha256": sha256} in document["chain"]["links"]


def check(document: dict[str, Any]) -> str:
    """Follow the chain as anybody would who has the file alone."""
    end, ends, deals = "0" * 64, [], iter(document["deals"])
    for link in document["chain"]["links"]:
        if link["row"] == "dealversion":
            deal = next(deals)
            said = {name: deal[name] for name in HASHED}
            sha256 = hashlib.sha256(canonical({**said, **deal["proof"]})).hexdigest()
            assert link["sha256"] == deal["sha256"] == sha256
            assert deal["prev_chain"] == end
        end = hashlib.sha256(f"{end}{link['sha256']}".encode()).hexdigest()
        ends.append(end)
        assert link["row"] != "dealversion" or deal["chain"] == end
    assert document["chain"]["head"] in ends
    return end


def test_it_has_competition_rules_entries_seating_and_penalties(played):
    document = json.loads(everything_json(played))
    assert document["competition"]["name"] == "Spring Day"
    assert document["rules"] == {"id": "bmja-tournament", "sha256": played.ruleset_hash, "options": {}}
    assert len(document["entries"]) == len(document["standings"]) == 16
    assert [len(one["tables"]) for one in document["rounds"]] == [4], "drafts are nobody's business"
    assert document["penalties"][0]["amount"] == -100


def test_it_has_no_personal_data_but_names(played, olive):
    text = everything_json(played).decode() + standings_csv(played).decode()
    assert "Ashby" in text
    assert not [word for word in (olive.username, olive.email, "127.0.0.1", "actor") if word in text]


@pytest.mark.parametrize("format", ["csv", "json"])
def test_it_is_written_by_the_outbox_when_somebody_asks(played, olive, format):
    asked = outbox.export_ask(competition=played, format=format, actor=olive)
    assert asked.body is None
    outbox.run()
    written = Export.objects.get(pk=asked.pk)
    played.refresh_from_db()
    assert written.revision == played.revision
    assert bytes(written.body or b"") == {"csv": standings_csv, "json": everything_json}[format](played)


def test_it_refuses_a_format_that_it_does_not_know(played, olive):
    with pytest.raises(Refusal) as refused:
        outbox.export_ask(competition=played, format="exe", actor=olive)
    assert refused.value.code == "unknown_format"
    assert not Export.objects.exists()
