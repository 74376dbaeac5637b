"""A tablet in another language: its page, refusals and lines; what is recorded does not know of it."""

import json
import re
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override

import scoring
from config import catalogues
from tests import declared
from tests.api.conftest import Answer
from tournaments.models import DealVersion, Table

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
CONCEALED = "Concealed pung of {tile}: {amount} points."


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return request.param


def said(language: str, sentence: str, **facts: Any) -> str:
    """Say a sentence of the program in a language, which must not be English."""
    with override(language):
        told = gettext(sentence)
    assert told != sentence
    return told.format(**facts)


def written(language: str, sentence: str) -> str:
    """Look a sentence of the scripts up where the translators wrote it, which must not be English."""
    with (catalogues.FOLDER / language / "LC_MESSAGES" / "djangojs.po").open("rb") as file:
        told = str(read_po(file, locale=language)[sentence].string)
    assert told not in ("", sentence)
    return told


def words_of(client: Client, **headers: str) -> dict[str, Any]:
    page = client.get("/table/", headers=headers).content.decode()
    return json.loads(re.search(r'<script id="words"[^>]*>(.*?)</script>', page)[1])


@pytest.mark.parametrize("chosen", ["browser", "cookie"])
def test_it_gives_the_tablet_its_page(client: Client, language: str, chosen: str) -> None:
    headers = {"accept-language": language} if chosen == "browser" else {}
    if chosen == "cookie":
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    words = words_of(client, **headers)
    for sentence in ("Who won?", "From the wall"):
        assert words["said"][sentence] == written(language, sentence)
    assert words["winds"]["E"] == said(language, "East")
    assert words["tiles"]["DR"] == said(language, "red dragon")
    assert words["specials"]["imperial_jade"] == said(language, "Imperial Jade")


def test_it_keeps_another_page_for_each_language(client: Client, language: str) -> None:
    here = client.get("/table/worker.js", headers={"accept-language": language})
    assert here.content != client.get("/table/worker.js").content
    assert (
        f'<html lang="{language}"'
        in client.get("/pair/", headers={"accept-language": language}).content.decode()
    )


def test_it_goes_on_in_the_language_it_began_in(client: Client, language: str) -> None:
    begun = client.get("/table/", headers={"accept-language": language})
    assert begun.cookies[settings.LANGUAGE_COOKIE_NAME].value == language
    worker = client.get("/table/worker.js", headers={"accept-language": "en"})
    for name, there in {"version": 'data-version="{}"', "language": '<html lang="{}"'}.items():
        kept = re.search(rf'"{name}": "(\w+)"', worker.content.decode())
        assert kept
        assert there.format(kept[1]) in begun.content.decode()
    assert settings.LANGUAGE_COOKIE_NAME not in client.get("/table/").cookies


def test_it_refuses_in_the_language_of_the_tablet(post: Answer, language: str) -> None:
    headers = {"accept-language": language}
    begun = said(language, "The request is not valid JSON: {detail}", detail="")
    assert post("/table/deals/preview", raw=b"{", **headers).json()["message"].startswith(begun)
    unpaired = said(language, "This tablet is not paired. Ask an organiser for a new code.")
    assert Client().get("/api/v1/table", headers=headers).json()["message"] == unpaired


def test_it_names_the_faults_of_a_hand(post: Answer, language: str) -> None:
    deal = declared.won()
    deal["hands"]["S"] = deal["hands"]["S"] | {"winning_tile": "DR"}
    told = post("/table/deals/preview", deal, **{"accept-language": language}).json()["errors"]
    tile = said(language, "red dragon")
    expected = "The winning tile, {tile}, is not among the tiles in hand."
    assert said(language, expected, tile=tile) in [fault["message"] for fault in told]


def test_it_explains_the_figures(post: Answer, language: str) -> None:
    lines = post("/table/deals/preview", declared.won(), **{"accept-language": language}).json()["lines"]
    tile = said(language, "9 character")
    assert said(language, CONCEALED, tile=tile, amount=8) in [line["text"] for line in lines["seats"]["S"]]


def test_it_records_the_same_whatever_the_language(post: Answer, table: Table, language: str) -> None:
    answer = post("/table/deals", declared.body(table), **{"accept-language": language})
    lines = answer.json()["lines"]["seats"]["S"]
    recorded = DealVersion.objects.get(table=table).result["hands"]["S"]["lines"]
    assert [line["text"] for line in recorded] == [
        scoring.say(line["sentence"], line["facts"]) for line in recorded
    ]
    assert [line["text"] for line in lines] != [line["text"] for line in recorded]


def test_it_says_what_words_mean_in_the_language_of_the_tablet(tam: Any, table: Table, language: str) -> None:
    asked = (
        Client().get("/api/v1/table", headers={**tam.headers, "Accept-Language": language}).json()["rules"]
    )
    meanings, claims = asked["meanings"], asked["claims"]
    assert said(language, "It counts × {factor}.", factor=2) in meanings["robbed_kong"]["text"]
    told = said(language, "{text}, lines {lines}", text=said(language, "British rules"), lines="93, 146")
    assert meanings["robbed_kong"]["source"] == told
    assert claims["order"] == [["mahjong"], ["kong", "pung"], ["chow"]]
