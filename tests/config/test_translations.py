"""What people read is said in every language that is offered, with its facts in their places."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from gettext import c2py
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.translation import templatize

from config import catalogues
from tournaments.management.commands.makemessages import TABLES, files_said, told_in
from tournaments.views.table import words

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
TYPED = re.compile(r"[\w}]'\w|s' | - ")  # as a typewriter has them
CITED = re.compile("“([^”{%]+)”")
FACTS = re.compile(r"\{\w*\}|%\(\w+\)s|%s")
MARKS = re.compile(r"_|(n?)(p?)gettext(?:_lazy|_noop)?")
IN_SCRIPTS = re.compile(r'(?<![\w.])(?:_|marked)\(\s*("(?:[^"\\]|\\.)*")')
LITERAL = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
# As `templatize` writes it: what is no sentence of a template, such as `==`, is left as it stands there.
IN_TEMPLATES = re.compile(rf"(?<!\w)(n?)(p?)(?:gettext|_)\(({LITERAL}(?:, {LITERAL})*)")
CONTEXT = "\x04"  # as in a compiled catalogue, between the context of a sentence and the sentence
DOMAINS = {"django": (".py", ".html", ".txt", *TABLES), "djangojs": (".js",)}


def sentences(domain: str = "django") -> set[Any]:
    """Collect every sentence of the files of a catalogue; one with a plural as a pair."""
    files = (file for file in files_said() if file.suffix in DOMAINS[domain])
    return {found for file in files for found in said_in(file)}


def said_in(file: Path) -> Iterator[Any]:
    text = file.read_text(encoding="utf-8")
    if file.suffix in TABLES:
        yield from told_in(file)
        return
    if file.suffix == ".js":
        yield from map(json.loads, IN_SCRIPTS.findall(text))  # Babel overlooks what is said within `${}`
        return
    if file.suffix in (".html", ".txt"):
        yield from map(in_template, IN_TEMPLATES.finditer(templatize(text)))
        return
    yield from in_python(text)


def in_python(text: str) -> Iterator[Any]:
    """Find what is marked in a module; of what is looked up while it runs nothing is known here."""
    for node in ast.walk(ast.parse(text)):
        called = getattr(node, "func", None)
        name = getattr(called, "id", "") or getattr(called, "attr", "")
        if isinstance(node, ast.Call) and (marked := MARKS.fullmatch(name)):
            values = [one.value for one in node.args if isinstance(one, ast.Constant)]
            told = [value for value in values if isinstance(value, str)]
            if told:
                yield said(told, plural=bool(marked[1]), context=bool(marked[2]))


def in_template(found: re.Match[str]) -> Any:
    """Read a sentence of a template, or the pair of one with a plural."""
    return said(ast.literal_eval(f"({found[3]},)"), plural=bool(found[1]), context=bool(found[2]))


def said(told: Sequence[str], *, plural: bool, context: bool) -> Any:
    """Give a sentence, or a pair, with the context before it, if it has one."""
    first = CONTEXT.join(told[: 1 + context])
    return (first, *told[1 + context :]) if plural else first


def named(message: Any) -> Any:
    """Name an entry of a catalogue as `said` names what is in the files."""
    if not message.context:
        return message.id
    ids = message.id if isinstance(message.id, tuple) else (message.id,)
    return said((message.context, *ids), plural=isinstance(message.id, tuple), context=True)


@pytest.fixture(params=[(language, domain) for language in LANGUAGES for domain in DOMAINS], ids="-".join)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    language, domain = request.param
    with (catalogues.FOLDER / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def strings(message: Any) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def singular(sentences: set[Any]) -> set[str]:
    """Give each by its first form: what is said alone and with a plural is one entry of a catalogue."""
    return {one[0] if isinstance(one, tuple) else one for one in sentences}


def test_it_finds_what_there_is_to_say() -> None:
    told = sentences()
    assert {"Pung", "Danish", "Call the referee"} <= told
    scripts = sentences("djangojs")
    assert {"Who won?", "Pung", "{tile}: {reason}", "Round {round}", "It is a goulash."} <= scripts
    assert len(told | scripts) > 600


def test_it_says_everything_that_people_read(catalogue: Catalog) -> None:
    told = sentences(catalogue.domain)
    said = {named(message) for message in catalogue if all(strings(message))}
    assert singular(told) - singular(said) == set()


def test_it_holds_what_people_read_and_no_more(catalogue: Catalog) -> None:
    held = {named(message) for message in catalogue if message.id}
    assert singular(held) == singular(sentences(catalogue.domain))


def test_it_leaves_nothing_to_be_looked_at_again(catalogue: Catalog) -> None:
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []


def test_it_keeps_the_facts_of_every_sentence(catalogue: Catalog) -> None:
    for message in filter(lambda one: one.id, catalogue):
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        for place, said in enumerate(strings(message)):
            told = english[:1] if place == 0 else english[-1:]  # a first form is said of one thing alone
            assert not said or facts(said) in [*map(facts, told), *map(facts, english[-1:])], said


def facts(said: str) -> set[str]:
    return set(FACTS.findall(said))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_form_of_a_plural_is_said_of_one_thing_alone(language: str) -> None:
    """It may then say “one” where English does; where 21 takes the form, too, it could not."""
    with (catalogues.FOLDER / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        plural = c2py(read_po(file, locale=language).plural_expr)
    assert [number for number in range(200) if plural(number) == 0] == [1]


def test_nothing_is_marked_within_a_formatted_string() -> None:
    """There xgettext overlooks it."""
    modules = [ast.parse(file.read_text(encoding="utf-8")) for file in files_said() if file.suffix == ".py"]
    formatted = [one for module in modules for one in ast.walk(module) if isinstance(one, ast.JoinedStr)]
    assert len(formatted) > 100
    assert [ast.unparse(one) for one in formatted if any(in_python(ast.unparse(one)))] == []


def test_it_has_every_form_of_a_plural(catalogue: Catalog) -> None:
    for message in catalogue:
        if isinstance(message.id, tuple) and any(strings(message)):
            assert len(strings(message)) == catalogue.num_plurals
            assert all(strings(message)), message.id


def test_english_is_set_with_its_own_apostrophes_and_dashes() -> None:
    said = [sentence for domain in DOMAINS for sentence in sentences(domain)]
    assert len(said) > 400
    assert [sentence for sentence in said if TYPED.search(str(sentence))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_cites_a_button_by_the_words_that_stand_on_it(language: str) -> None:
    called: dict[str, set[str]] = {}
    for message in entries(language):
        called.setdefault(forms_of(message.id)[0], set()).update(strings(message))
    cited = [
        (name, said)
        for message in entries(language)
        for name in CITED.findall(forms_of(message.id)[0])
        for said in strings(message)
        if name in called
    ]
    assert len(cited) > 10
    assert [(name, said) for name, said in cited if not any(one in said for one in called[name])] == []


def entries(language: str) -> Iterator[Any]:
    for domain in DOMAINS:
        with (catalogues.FOLDER / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            yield from (one for one in read_po(file, locale=language, domain=domain) if one.id)


def forms_of(said: Any) -> tuple[str, ...]:
    return said if isinstance(said, tuple) else (said,)


# What throws an entry away, and what a discarded tile is called, on one page of the tablet.
DELETING = [
    "Delete entry",
    "Delete this deal",
    "Delete everything entered for deal {deal}?",
    "Delete deal {deal}? It was never sent. Export it first.",
    "Delete the totals entered here?",
]
DISCARDED = ["From a discard", "From the last discard", "From East’s first discard", "Misnamed discard"]
STEM = 5  # letters, by which words of one root are told: “Odrzuć”, “Odrzucić”


def stems(said: str) -> set[str]:
    """The beginnings of the words by which a button is known; what it speaks of may be spoken of twice."""
    words = re.findall(r"[^\W\d_]+", said.lower().partition(" {")[0])
    return {word[:STEM] for word in words if len(word) > 3}


@pytest.mark.parametrize("language", [settings.LANGUAGE_CODE, *LANGUAGES])
def test_no_button_that_deletes_sounds_like_a_discard(language: str) -> None:
    with translation.override(language):
        said = words.said(language)
    assert {*DELETING, *DISCARDED} <= sentences("djangojs")
    deleting, discarded = ([said.get(one, one) for one in told] for told in (DELETING, DISCARDED))
    assert len({*deleting, *discarded}) == len(DELETING) + len(DISCARDED)
    assert set().union(*map(stems, deleting)) & set().union(*map(stems, discarded)) == set()


def test_only_tiles_are_discarded() -> None:
    told = [one for domain in DOMAINS for one in sentences(domain) if isinstance(one, str)]
    assert [one for one in told if one.startswith("Discard ")] == []
