"""The public pages as plain files that any web server serves: of one event, or of the whole site.

The site is asked page by page as a reader asks, so that a copy holds what readers see at this moment.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from django.urls import reverse

from tournaments import access
from tournaments.models import Competition
from tournaments.publishing.asking import Answer, Ask
from tournaments.publishing.static_pages import links_in, page_of, sheet_of, styles_in

Tell = Callable[[int, int], None]
HTML, CSS = "text/html", "text/css"
INDEX = "index.html"
RULES = "rules/"
SITE = ("clubs/", "leagues/", "c/", RULES, "players/")  # below the start page of the language
ALWAYS = ("/static/", "/schemas/")
# What lives only on a server: forms, fragments for scripts, feeds that bring news.
LIVE = re.compile(r"/fragment$|/register/$|/claims/|\.atom$|^/(\w\w/)?(embed|kiosk|registrations|organise)/")
UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a copy begins, which becomes its start page, and beginnings of addresses that belong to it."""

    home: str
    within: tuple[str, ...]

    def has(self, address: str) -> bool:
        """Tell whether an address belongs to the copy."""
        path = address.partition("?")[0]
        if LIVE.search(path):
            return False
        return path == self.home or path.startswith((*self.within, *ALWAYS))


def event_scope(competition: Competition) -> Scope:
    """Copy an event with its published finals and what is played beside it, in the language of the moment."""
    parts = access.visible_competitions().filter(part_of=competition)
    pages = [reverse("public:competition", args=[one.slug]) for one in (competition, *parts)]
    return Scope(pages[0], (*pages, reverse("public:home") + RULES))


def site_scope() -> Scope:
    """Copy everything that is published, in the language of the moment."""
    home = reverse("public:home")
    return Scope(home, tuple(home + one for one in SITE))


def file_of(address: str, home: str) -> str:
    """Name the file of an address; a query becomes a folder, since files have none.

    >>> file_of("/c/day/standings/?round=2", "/"), file_of("/c/day/", "/c/day/")
    ('c/day/standings/round-2/index.html', 'index.html')
    """
    path, _, query = address.partition("?")
    path = unquote(path.removeprefix(home) if path.startswith(home) else path.lstrip("/"))
    if not query:
        return path if path and not path.endswith("/") else path + INDEX
    folder = UNSAFE.sub("-", unquote(query).replace("&amp;", "&")).strip("-")
    return f"{path.rstrip('/')}/{folder}/{INDEX}".lstrip("/")


def copied(scope: Scope, ask: Ask, tell: Tell) -> dict[str, bytes]:
    """Ask for all pages of a scope; give the files by name. `tell` hears how many of those known are done."""
    answers = _gathered(scope, ask, tell)
    files = {address: file_of(address, scope.home) for address in answers}
    return {files[address]: _written(address, answers[address], files) for address in answers}


def _gathered(scope: Scope, ask: Ask, tell: Tell) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    known, waiting = {scope.home}, [scope.home]
    while waiting:
        tell(len(known) - len(waiting), len(known))
        address = waiting.pop()
        answer = ask(address)
        if answer.status == 200:
            answers[address] = answer
            fresh = {one for one in _leads_to(address, answer) if scope.has(one)} - known
            known |= fresh
            waiting += sorted(fresh)
    return answers


def _leads_to(address: str, answer: Answer) -> Iterable[str]:
    if answer.kind == HTML:
        return links_in(answer.body.decode(), address)
    return styles_in(answer.body.decode(), address) if answer.kind == CSS else ()


def _written(address: str, answer: Answer, files: dict[str, str]) -> bytes:
    if answer.kind == HTML:
        return page_of(answer.body.decode(), address, files[address], files.get).encode()
    if answer.kind == CSS:
        return sheet_of(answer.body.decode(), address, files[address], files.get).encode()
    return answer.body
