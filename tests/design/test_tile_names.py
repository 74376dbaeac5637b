"""What tiles are called in each language and by each club: no two alike, and none left in English."""

import pytest
from django.conf import settings
from django.utils import translation

import scoring
from tournaments.wording.tiles import CALLED, TILE_NAMES, said_with, suit_name, tile_name

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WORDS = pytest.mark.parametrize("words", CALLED)
SPOKEN = pytest.mark.parametrize("language", LANGUAGES)


@WORDS
@SPOKEN
def test_it_gives_no_two_tiles_one_name(language: str, words: str) -> None:
    with translation.override(language):
        names = {code: tile_name(code, words) for code in TILE_NAMES}
        suits = {suit_name(suit, words) for suit in "BCD"}
    assert len(set(names.values())) == len(names) == 43
    assert names["DW"] != names["WW"]
    assert len(suits) == 3


@WORDS
@SPOKEN
def test_it_says_a_sentence_in_the_words_of_the_club(language: str, words: str) -> None:
    with translation.override(language):
        told = scoring.say("{tile}", {"tile": "D5"}, said_with(words))
        assert told == tile_name("D5", words)
        assert (told == tile_name("D5")) == (words == "circles")


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_it_translates_the_other_names_too(language: str) -> None:
    with translation.override(language):
        said = {tile_name(code, "dots") for code in CALLED["dots"]}
    assert not said & {f"{number} dot" for number in range(1, 10)}
