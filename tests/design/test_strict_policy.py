"""What the content security policy forbids must not stand in any page, script or style sheet."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
STATIC = settings.BASE_DIR / "tournaments" / "static"
SCRIPTS = sorted(path for path in STATIC.rglob("*.js"))
# Other people's scripts can turn text into elements; ours gives them elements, and the browser refuses text.
OWN = [path for path in SCRIPTS if path.parent.name != "vendor"]
SHEETS = sorted(STATIC.rglob("*.css"))
DRAWINGS = sorted(STATIC.rglob("*.svg"))

INLINE = {
    "a style attribute": re.compile(r"\sstyle\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "an inline script": re.compile(
        r'<script\b(?![^>]*\bsrc\s*=)(?![^>]*type="application/(?:ld\+)?json")', re.IGNORECASE
    ),
    "a handler attribute": re.compile(r"<[^>]*\son[a-z]+\s*=\s*[\"']", re.IGNORECASE),
    "a javascript address": re.compile(r"javascript:", re.IGNORECASE),
    "a foreign resource": re.compile(
        r"<(?:script|link|img|iframe|source|use)\b[^>]*(?:src|href)\s*=\s*[\"']?(?:https?:)?//", re.IGNORECASE
    ),
}
UNSAFE = re.compile(r"\beval\(|new Function\(|document\.write|insertAdjacentHTML|outerHTML\s*=")
# Names of languages, and remarks.
NO_ADDRESS = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/xhtml)|^\s*//.*$", re.MULTILINE)


def named(paths: list[Path]) -> list[object]:
    return [pytest.param(path, id=str(path.relative_to(settings.BASE_DIR))) for path in paths]


def faults(text: str) -> list[str]:
    return [fault for fault, pattern in INLINE.items() if pattern.search(text)]


@pytest.mark.parametrize("path", named(TEMPLATES))
def test_it_keeps_style_and_script_out_of_the_template(path):
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("a style attribute", '<p style="color:red">'),
        ("a style element", "<style>p{}</style>"),
        ("an inline script", "<script>go()</script>"),
        ("an inline script", '<script type="module">go()</script>'),
        ("a handler attribute", '<button class="btn" onclick="go()">'),
        ("a javascript address", '<a href="javascript:go()">'),
        ("a foreign resource", '<script src="https://cdn.example/x.js"></script>'),
        ("a foreign resource", '<link href="//fonts.example/x.css">'),
    ],
)
def test_it_would_notice_the_fault(fault, text):
    assert fault in faults(text)


@pytest.mark.parametrize("path", named(SCRIPTS))
def test_it_makes_no_code_from_text(path):
    assert not UNSAFE.search(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", named(OWN))
def test_it_turns_text_into_elements_only_under_the_policy(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        assert "innerHTML" not in line or "policy.createHTML" in line


@pytest.mark.parametrize("path", named([*SCRIPTS, *SHEETS, *DRAWINGS]))
def test_it_names_no_foreign_address(path):
    text = NO_ADDRESS.sub("", path.read_text(encoding="utf-8"))
    assert not re.search(r"https?://|@import|url\(\s*[\"']?//", text)
