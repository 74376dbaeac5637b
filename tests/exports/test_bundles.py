"""All papers in one file: drawn beside the requests, true when it is kept, fetched as exports are."""

import io
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from pypdf import PdfReader

from players.models import Player
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.live import waking
from tournaments.models import Competition, Export
from tournaments.printing import papers
from tournaments.services import bundles, erasure, outbox

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
SITE = "https://sparrows.example.org/"


@pytest.fixture(autouse=True)
def _nothing_wakes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)


def wanted(competition: Competition, size: str = "A4") -> Export:
    return outbox.papers_ask(competition=competition, size=size, site=SITE, actor=None)


def read(body: Any) -> dict[str, str]:
    """Read the text of every paper of a bundle."""
    with zipfile.ZipFile(io.BytesIO(bytes(body or b""))) as bundle:
        files = {name: PdfReader(io.BytesIO(bundle.read(name))) for name in bundle.namelist()}
    return {name: " ".join(page.extract_text() for page in file.pages) for name, file in files.items()}


def test_it_draws_every_paper_that_there_can_be(running: Competition, olive_client: Client) -> None:
    asked = olive_client.post(at("paper-bundle", running), {"size": "letter"})
    assert asked["Location"] == at("exports", running)
    assert outbox.run() == 1
    export = Export.objects.get()
    answer = olive_client.get(at("export-file", running, export=export.pk))
    assert answer["Content-Type"] == "application/zip"
    found, kinds = read(answer.content), papers.offered(running)
    assert list(found) == [f"{number}-{kind}.pdf" for number, kind in enumerate(kinds, start=1)]
    assert [name for name, text in found.items() if "Pat" not in text] == ["7-rules.pdf"]
    assert export.revision == Competition.objects.get(pk=running.pk).revision


def test_it_is_drawn_once_for_whoever_asks_again_for_the_same(running: Competition) -> None:
    assert wanted(running) == wanted(running)
    assert wanted(running, "letter") != wanted(running)
    assert outbox.run() == 2


def test_it_says_how_far_it_is(
    running: Competition, olive_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted(running)
    pages = []
    write = papers.written

    def look(*asked: Any) -> bytes:
        pages.append(words_of(olive_client.get(at("exports-fragment", running))))
        return write(*asked)

    monkeypatch.setattr(papers, "written", look)
    outbox.run()
    many = len(papers.offered(running))
    told = [f"being written: {done} of {many} papers" for done in range(many)]
    assert [said in page for said, page in zip(told, pages, strict=True)] == [True] * many


def test_it_keeps_no_transaction_open_while_it_draws(
    running: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    depth, write = [len(transaction.get_connection().savepoint_ids)], papers.written
    wanted(running)

    def look(*asked: Any) -> bytes:
        depth.append(len(transaction.get_connection().savepoint_ids))
        return write(*asked)

    monkeypatch.setattr(papers, "written", look)
    assert outbox.run() == 1
    assert len(depth) > 3
    assert set(depth) == {depth[0]}


def test_it_draws_anew_when_somebody_was_erased_meanwhile(
    running: Competition, olive: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    pat = Player.objects.get(entries__number=1, entries__competition=running)
    export, draw = wanted(running), bundles.drawn

    def slowly(*asked: Any) -> bundles.Bundle:
        bundle = draw(*asked)
        if Player.objects.filter(pk=pat.pk, erased_at=None).exists():
            assert "Ashby" in str(read(bundle.body))
            erasure.person_erase(person=pat, club=running.club, actor=olive)
        return bundle

    monkeypatch.setattr(bundles, "drawn", slowly)
    assert outbox.run() == 1
    export.refresh_from_db()
    assert "Ashby" not in str(read(export.body))
    assert "Quin Barrow" in str(read(export.body))


def test_it_is_deleted_with_whoever_is_erased(running: Competition, olive: User) -> None:
    wanted(running)
    outbox.run()
    pat = Player.objects.get(entries__number=1, entries__competition=running)
    erasure.person_erase(person=pat, club=running.club, actor=olive)
    assert not Export.objects.exists()
