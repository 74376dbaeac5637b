"""What a crowd reads: the bytes of each page as they are sent, and how often the database is asked for it.

A first visit is the page with all that it names for its first sight: style sheets, scripts, typefaces,
pictures. What a tablet keeps to work without network is counted by the list of its own service worker,
without what it loads afterwards to score by itself. Queries are those of a page that no cache has, on a
process that knows the event already. The embedded site compresses its pages, and sends its files as they are.
"""

import json
import re
from urllib.parse import urljoin

import uvloop

from tests.load import wire
from tests.load.forms import Site, served, site
from tests.load.lengths import Length, filled
from tests.load.rows import Row

KILOBYTE = 1000
FIRST_VISIT, SHELL = 200, 350  # KB
PAGES = {
    "home": "/",
    "the event": "/c/{slug}/",
    "standings": "/c/{slug}/standings/",
    "standings, what news renews": "/c/{slug}/standings/fragment",
    "seating": "/c/{slug}/seating/",
    "changes": "/c/{slug}/changes/",
    "a player": "/c/{slug}/entries/1/",
    "a table": "/c/{slug}/r1/t1/",
    "a deal": "/c/{slug}/r1/t1/d1/",
    "standings in a frame": "/embed/c/{slug}/",
    "standings for programs": "/api/v1/competitions/{slug}/standings",
}
TABLET = "the tablet"
SHELL_PAGE, SHELL_LIST = "/table/", "/table/worker.js"
LINKED = re.compile(r'<link\b[^>]*\brel="(?:stylesheet|preload|modulepreload|icon)"[^>]*\bhref="([^"#]+)')
SOURCE = re.compile(r'<(?:script|img)\b[^>]*\bsrc="([^"#]+)')
USED = re.compile(r'<use\b[^>]*\bhref="([^"#]+)#')
IMPORTED = re.compile(r'^(?:import|export)\b[^"\']*["\']([^"\']+)["\']', re.MULTILINE)


class Reader:
    """Who asks for pages, and keeps what it has seen of the files they share."""

    def __init__(self, where: Site, slug: str) -> None:
        self.site, self.slug = where, slug
        self.sizes: dict[str, int] = {}  # by address
        self.imports: dict[str, list[str]] = {}

    async def run(self) -> dict[str, tuple[int, int, int]]:
        """Give of each page its bytes, its first visit's, and its queries; of the tablet's, what it keeps."""
        self.line = await wire.dial(self.site.readers, 0, self.site.proxied)
        found = {}
        for name, address in PAGES.items():
            path = address.format(slug=self.slug)
            size, text = await self.page(path)
            visit = size + await self.files(path, text)
            found[name] = (size, visit, await self.asked(path))
        size, text = await self.page(SHELL_PAGE)
        found[TABLET] = (size, size + await self.shell(), await self.asked(SHELL_PAGE))
        return found

    async def page(self, path: str) -> tuple[int, str]:
        """Ask for a page as a browser does; give its bytes as they came, and its text."""
        sent, plain = await self.line.get(path), await self.line.ask("GET", path, Accept="*/*")
        assert (sent.status, plain.status) == (200, 200), (path, sent.status, plain.status)
        return len(sent.body), plain.body.decode(errors="replace")

    async def files(self, path: str, text: str) -> int:
        """Sum the bytes of what a page names, and of what its modules import."""
        named = [*LINKED.findall(text), *SOURCE.findall(text), *USED.findall(text)]
        todo, seen = [urljoin(path, each) for each in named], set[str]()
        while todo:
            address = todo.pop()
            if address in seen or not address.startswith("/"):
                continue
            seen.add(address)
            if address not in self.sizes:
                self.sizes[address], inside = await self.page(address)
                imports = IMPORTED.findall(inside) if address.endswith(".js") else []
                self.imports[address] = [urljoin(address, each) for each in imports]
            todo += self.imports[address]
        return sum(self.sizes[address] for address in seen)

    async def shell(self) -> int:
        """Sum the bytes of what a tablet keeps beside its page."""
        text = (await self.line.ask("GET", SHELL_LIST, Accept="*/*")).body.decode()
        told = json.JSONDecoder().raw_decode(text.partition("const SHELL = ")[2])[0]
        return sum([(await self.page(address))[0] for address in told["files"]])

    async def asked(self, path: str) -> int:
        """Count the queries of an answer that is made anew."""
        before = await wire.queries(self.line)
        answer = await self.line.get(path, Content_Length="0")  # of whom says that, nothing is kept ready
        assert answer.status == 200, (path, answer.status)
        return await wire.queries(self.line) - before


def measure(form: str, length: Length) -> list[Row]:
    """Ask for each page, and give the figures."""
    with site(form) as where:
        hall = filled(where, length, 1)
        with served(where):
            found = uvloop.run(Reader(where, hall["slug"]).run())
    return [row for name, sizes in found.items() for row in rows(form, name, *sizes)]


def rows(form: str, name: str, size: int, visit: int, asked: int) -> list[Row]:
    """Name the figures of a page."""
    whole, most = ("all that it keeps", SHELL) if name == TABLET else ("first visit", FIRST_VISIT)
    found = [Row(form, "P6", f"{name}: the page, compressed", size / KILOBYTE, "KB")]
    if visit > size:
        found.append(Row(form, "P6", f"{name}: {whole}", visit / KILOBYTE, "KB", most))
    return [*found, Row(form, "P6", f"{name}: queries", asked)]
