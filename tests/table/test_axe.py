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
