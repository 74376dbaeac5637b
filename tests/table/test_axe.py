"""What is asked of a page once only is asked again where the page is not the same."""

import pytest
from playwright.sync_api import Browser

from tests.table.axe import Axe

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><title>A page</title>
<style>
  .narrow { display: none }
  @media (max-width: 500px) {
    .narrow { display: block }
    [data-theme=dark] p { color: #777; background: #888 }
    button { width: 9px; height: 9px; padding: 0; border: 0; font-size: 0; margin: 0; display: block }
  }
</style>
<main><h1>Heading</h1><p>Words</p><button>One</button><button>Two</button>
<div class="narrow"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="30">
</div></main>"""


def test_it_finds_what_only_a_narrow_screen_shows(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    page.set_content(PAGE)
    axe = Axe(page)
    assert list(axe.faults()) == []
    page.set_viewport_size({"width": 390, "height": 844})
    found = {(theme, rule) for theme, rule, _ in axe.faults()}
    assert found == {("light", "image-alt"), ("light", "target-size"), ("dark", "color-contrast")}
    again = {(theme, rule) for theme, rule, _ in axe.faults()}
    assert again == {("light", "target-size")}, "drawn anew, it is looked at anew"
    page.close()


TWO = """<!doctype html><html lang="en"><title>A page</title>
<style>
  [data-theme=dark] body { background: #111; color: #eee }
  [data-theme=dark] .card { background: #ccc }
</style>
<main><h1>Heading</h1><p>Words</p><p class="card">More</p></main>"""


def test_it_finds_what_only_forced_colours_show(browser: Browser) -> None:
    page = browser.new_page()
    forced = (
        "@media (forced-colors: active) { p { forced-color-adjust: none; color: #999; background: #aaa } }"
    )
    page.set_content(TWO.replace("</style>", f"{forced}</style>"))
    axe = Axe(page)
    assert {theme for theme, _, _ in axe.faults()} == {"dark"}
    assert {(theme, rule) for theme, rule, _ in axe.forced_faults()} == {("forced", "color-contrast")}
    assert not page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert list(axe.forced_faults()) == [], "nothing is new"
    page.evaluate("document.querySelector('h1').style.color = '#111'")
    assert list(axe.faults()) == []
    assert list(axe.forced_faults()) == [], "the same was asked in these colours before"
    page.close()


MORE = {
    "on another ground": ("document.querySelector('p').className = 'card'", []),
    "of another colour": ("document.querySelector('p').style.color = '#555'", ["Words"]),
    "beside which another changed": (
        "document.querySelector('h1').style.background = '#e0e0e0'",
        ["Heading"],
    ),
    "over something that it does not lie in": (
        "Object.assign(document.querySelector('h1').style, { marginBottom: '-60px', paddingBottom: '60px',"
        " background: '#e0e0e0' })",
        ["Heading", "Words", "More"],
    ),
}


@pytest.mark.parametrize("change", MORE)
def test_it_asks_of_colours_that_no_look_had(browser: Browser, change: str) -> None:
    page = browser.new_page()
    page.set_content(TWO)
    axe = Axe(page)
    assert [(theme, html) for theme, _, html in axe.faults()] == [("dark", '<p class="card">More</p>')]
    script, wrong = MORE[change]
    page.evaluate(script)
    again = [html for theme, rule, html in axe.faults() if (theme, rule) == ("dark", "color-contrast")]
    assert len(again) == len(wrong)
    assert all(word in html for word, html in zip(wrong, again, strict=True))
    page.close()
