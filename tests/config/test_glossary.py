"""A language calls a thing of the game by one word, that of its players: who keeps to the tables of words."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

import scoring
from config import catalogues

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
DOMAINS = ("django", "djangojs")
TEXTS = settings.BASE_DIR.parent / "shared" / "sources"
RESTATED = settings.BASE_DIR / "scoring" / "rulesets" / "sources"
FACTS = re.compile(r"\{\w*\}|%\(\w+\)s")
CITED = re.compile(r"(\d{3}):(\d+)")
needs_texts = pytest.mark.skipif(
    not TEXTS.is_dir(), reason="NO ../shared/sources HERE: NO WORD IS HELD AGAINST ITS LINE"
)
Terms = dict[str, dict[str, Any]]


@cache
def glossary(language: str = "") -> dict[str, Any]:
    """Read the table of a language; without one, that of the English words."""
    return tomllib.loads((catalogues.FOLDER / language / "glossary.toml").read_text(encoding="utf-8"))


@cache
def entries(language: str) -> list[tuple[str, str]]:
    """List what is translated: the English and each of its translations, both without the facts in them."""
    said = []
    for domain in DOMAINS:
        with (catalogues.FOLDER / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            said += [(one.id, one.string) for one in read_po(file, locale=language) if one.id]
    return [(plain(both(english)[-1]), plain(form)) for english, told in said for form in both(told)]


def both(said: Any) -> tuple[str, ...]:
    return said if isinstance(said, tuple) else (said,)


def plain(said: str) -> str:
    return FACTS.sub("…", said)


@cache
def english_words() -> dict[str, frozenset[str]]:
    """Say for each English form of a word which terms it may be; for what only looks like one, none."""
    found = {phrase.lower(): set[str]() for phrase in glossary()["plain"]}
    for term, told in glossary()["terms"].items():
        for form in (term.partition(" (")[0], *told.get("also", ())):
            found.setdefault(form.lower(), set()).add(term)
    return {form: frozenset(terms) for form, terms in found.items()}


@cache
def any_english() -> re.Pattern[str]:
    longest = sorted(english_words(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)


def terms_in(english: str) -> set[frozenset[str]]:
    """Find the terms in a sentence, the longest first; each with what else its English word may mean."""
    return {english_words()[found.lower()] for found in any_english().findall(english)} - {frozenset()}


@cache
def pattern(form: str) -> re.Pattern[str]:
    """Read a form of a table: a hyphen stands where the word may go on."""
    words = r"\s+".join(map(one_word, form.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def one_word(form: str) -> str:
    before, after = (r"\w*" if end == "-" else "" for end in (form[0], form[-1]))
    return before + re.escape(form.strip("-")) + after


def stands(forms: list[str], said: str) -> bool:
    return any(pattern(form).search(said) for form in forms)


def without_it(language: str) -> Iterator[tuple[str, str, str]]:
    """Find where a sentence speaks of a term and its translation has none of the words for it."""
    words = glossary(language)["terms"]
    for english, said in entries(language):
        for senses in terms_in(english):
            if not any(stands(words[term]["forms"], said) for term in senses):
                yield " / ".join(sorted(senses)), english, said


def with_rivals(language: str) -> Iterator[tuple[str, str, str]]:
    """Find where a translation calls a term by a word of something else, which it does not speak of."""
    words = glossary(language)["terms"]
    for english, said in entries(language):
        terms = {term for senses in terms_in(english) for term in senses}
        for term in sorted(terms):
            others = [form for other in terms - {term} for form in words[other]["forms"]]
            if any(not stands(others, found) for found in rivals_in(said, words[term])):
                yield term, english, said


def rivals_in(said: str, told: dict[str, Any]) -> Iterator[str]:
    for form in told.get("rivals", ()):
        yield from pattern(form).findall(said)


def excused(language: str) -> set[tuple[str, str]]:
    return {(one["term"], plain(one["msgid"])) for one in glossary(language).get("exceptions", [])}


def unexcused(language: str, found: Iterator[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    return [one for one in found if one[:2] not in excused(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_a_word_for_every_term(language: str) -> None:
    assert list(glossary(language)["terms"]) == list(glossary()["terms"])


def test_it_knows_every_special_hand() -> None:
    assert set(scoring.SPECIAL_NAMES.values()) <= set(glossary()["terms"])


def test_it_sets_aside_only_phrases_that_are_said() -> None:
    said = " ".join(english for english, _ in entries(LANGUAGES[0])).lower()
    assert [phrase for phrase in glossary()["plain"] if phrase.lower() not in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_knows_its_own_words_by_their_forms(language: str) -> None:
    for term, told in glossary(language)["terms"].items():
        assert all(stands(told["forms"], told[use]) for use in ("use", "plural") if use in told), term


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_keeps_to_the_words_of_the_table(language: str) -> None:
    assert unexcused(language, without_it(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_takes_no_word_of_something_else(language: str) -> None:
    assert unexcused(language, with_rivals(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_no_word_that_is_never_said(language: str) -> None:
    never = [form for told in glossary(language)["terms"].values() for form in told.get("never", ())]
    assert [(form, said) for _, said in entries(language) for form in never if stands([form], said)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_excuses_only_what_needs_it(language: str) -> None:
    found = [*without_it(language), *with_rivals(language)]
    assert excused(language) <= {one[:2] for one in found}
    assert all(one["why"] for one in glossary(language).get("exceptions", []))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_where_a_word_is_from(language: str) -> None:
    for term, told in glossary(language)["terms"].items():
        cited = CITED.fullmatch(told["source"])
        assert cited or (told["source"] == "own" and told["why"]), term
        assert not cited or (RESTATED / f"{cited[1]}.md").is_file(), term


@needs_texts
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_it_names_has_the_word(language: str) -> None:
    for term, told in glossary(language)["terms"].items():
        if cited := CITED.fullmatch(told["source"]):
            assert stands(told["forms"], line(cited[1], int(cited[2]))), term


@cache
def lines(name: str) -> list[str]:
    [file] = TEXTS.glob(f"{name}_*.txt")
    return file.read_text(encoding="utf-8").splitlines()


def line(name: str, number: int) -> str:
    return lines(name)[number - 1]


@pytest.mark.parametrize(
    ("english", "terms"),
    [
        ("Won on a loose tile", {"loose tile"}),
        ("The last discards of East", {"discard", "East"}),
        ("Pair this tablet", set()),
        ("Draws in {round}s", {"draw (a picture)", "draw (deal)", "draw (lots)", "draw (tile)"}),
    ],
)
def test_it_finds_the_longest_term(english: str, terms: set[str]) -> None:
    assert set().union(*terms_in(plain(english))) == terms


@pytest.mark.parametrize(
    ("form", "said", "known"),
    [
        ("pung-", "Åbne punger", True),
        ("pung-", "Salpunger", False),
        ("-pung-", "Salpunger", True),
        ("par", "parret", False),
        ("løse brik-", "To LØSE  brikker.", True),
    ],
)
def test_it_reads_forms(form: str, said: str, known: bool) -> None:
    assert stands([form], said) is known
