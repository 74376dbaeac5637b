"""Reading a page as people do: its tables by row, its text without the tags."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any


class _Rows(HTMLParser):
    """Collect the cells of every table row, hidden words included."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data


def rows_of(answer: Any) -> list[list[str]]:
    """Give every table row of a page as the words in its cells."""
    reader = _Rows()
    reader.feed(answer.content.decode())
    return [[" ".join(cell.split()) for cell in row] for row in reader.rows]


def markup_of(answer: Any) -> str:
    """Give a page's markup as if it were written in one line, without the spaces beside its tags."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", answer.content.decode())


def words_of(answer: Any) -> str:
    """Give the words of a page in their order, without tags."""
    bare = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return " ".join(unescape(bare).split())


def ids_of(answer: Any) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', answer.content.decode())


def links_of(answer: Any) -> list[str]:
    return [unescape(link) for link in re.findall(r'<a\s[^>]*href="([^"]+)"', answer.content.decode())]
