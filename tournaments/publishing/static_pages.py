"""Make a page of the site a file that stands by itself: relative links, no script, no need of a server."""

import html
import posixpath
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

LINKS = {"a": "href", "link": "href", "img": "src", "use": "href", "image": "href", "source": "src"}
WITHOUT = {
    "script",
    "form",
    "dialog",
    "template",
    "noscript",
}  # an element of these goes with all that is in it
DATA = "application/ld+json"  # a script that runs nothing
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Parts of pages that only a script makes work; they come hidden.
NEEDS_SCRIPT = ("data-theme-switch", "data-tile-faces", "data-live-status", "data-live-pause")
OTHER_LANGUAGES = ("data-languages", "hreflang")  # a copy is in one language
OF_THE_SITE = ("og:url", "og:image")  # whole addresses of where the copy was made
ACCOUNTS = ("/organise", "/login")
CSS_URL = re.compile(r"""url\(\s*(['"]?)(?!data:)([^'")]+)\1\s*\)""")

Attributes = list[tuple[str, str | None]]
Find = Callable[[str], str | None]  # the file of an address within the copy


def links_in(page: str, address: str) -> Iterator[str]:
    """Yield the addresses within the site that a page leads to or is made of, without what follows a `#`."""
    reader = _Reader()
    reader.feed(page)
    yield from (link for target in reader.found if (link := within(target, address)))


def within(target: str, address: str) -> str | None:
    """Give the address within the site that a link on a page means; None for what is elsewhere."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not (parts.path or parts.query):
        return None
    return urldefrag(urljoin(address, target))[0]


def styles_in(sheet: str, address: str) -> Iterator[str]:
    """Yield the addresses of what a style sheet is made of."""
    yield from (link for found in CSS_URL.finditer(sheet) if (link := within(found[2], address)))


def page_of(page: str, address: str, here: str, find: Find) -> str:
    """Write a page as the file `here`; a link to what is not in the copy becomes plain text."""
    writer = _Writer(address, here, find)
    writer.feed(page)
    writer.close()
    return "".join(writer.written)


def sheet_of(sheet: str, address: str, here: str, find: Find) -> str:
    """Write a style sheet as the file `here`."""

    def put(found: re.Match[str]) -> str:
        link = within(found[2], address)
        file = find(link) if link else None
        return f"url({found[1]}{relative(file, here)}{found[1]})" if file else found[0]

    return CSS_URL.sub(put, sheet)


def relative(file: str, here: str) -> str:
    """Give the way from one file to another."""
    return posixpath.relpath(file, posixpath.dirname(here) or ".")


def _is_out(tag: str, attributes: dict[str, str | None]) -> bool:
    """Tell whether an element is left out with all that is in it."""
    if tag == "script":
        return attributes.get("type") != DATA
    if tag == "meta":
        return (attributes.get("property") or "").startswith(OF_THE_SITE)
    if tag == "a" and (attributes.get("href") or "").startswith(ACCOUNTS):
        return True
    return tag in WITHOUT or any(name in attributes for name in (*NEEDS_SCRIPT, *OTHER_LANGUAGES))


class _Parts(HTMLParser):
    """Tell what is left of a page without the parts that need a server or a script."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.out = ""  # the tag of the element that is being left out
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if self.out:
            self.depth += tag == self.out
        elif not _is_out(tag, dict(attrs)):
            self.begin(tag, attrs)
        elif tag not in VOID:
            self.out, self.depth = tag, 1

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        if not self.out and not _is_out(tag, dict(attrs)):
            self.begin(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.out:
            self.end(tag)
        elif tag == self.out:
            self.depth -= 1
            self.out = self.out if self.depth else ""

    def begin(self, tag: str, attrs: Attributes) -> None:
        """Meet an element that stays."""

    def end(self, tag: str) -> None:
        """Meet its end."""


class _Reader(_Parts):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def begin(self, tag: str, attrs: Attributes) -> None:
        target = dict(attrs).get(LINKS.get(tag, ""))
        if target:
            self.found.append(target)


class _Writer(_Parts):
    def __init__(self, address: str, here: str, find: Find) -> None:
        super().__init__()
        self.address, self.here, self.find = address, here, find
        self.written: list[str] = []

    def begin(self, tag: str, attrs: Attributes) -> None:
        name = LINKS.get(tag)
        target = dict(attrs).get(name or "")
        link = within(target, self.address) if target else None
        if link is None:
            self.written.append(self.get_starttag_text() or "")
            return
        file = self.find(link)
        if file is None:
            if tag not in VOID:
                self._write(tag, [one for one in attrs if one[0] != name])
            return
        mark = urlsplit(target or "").fragment
        there = relative(file, self.here) + (f"#{mark}" if mark else "")
        self._write(tag, [(one, there if one == name else value) for one, value in attrs])

    def _write(self, tag: str, attrs: Attributes) -> None:
        said = (one if value is None else f'{one}="{html.escape(value)}"' for one, value in attrs)
        empty = (self.get_starttag_text() or "").endswith("/>")
        self.written.append(f"<{' '.join((tag, *said))}{'/' if empty else ''}>")

    def end(self, tag: str) -> None:
        self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._put(data)

    def handle_entityref(self, name: str) -> None:
        self._put(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._put(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._put("")  # nothing that a reader sees

    def handle_decl(self, decl: str) -> None:
        self._put(f"<!{decl}>")

    def _put(self, text: str) -> None:
        if not self.out:
            self.written.append(text)
