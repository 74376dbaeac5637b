"""The page shell: what every page has, and that reading a public page asks for no session."""

import pytest
from django.template.loader import render_to_string


class Untouched:
    """A request that must be left alone."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"the shell asked for {name}")


@pytest.mark.parametrize("template", ["base.html", "public/base.html", "table/base.html"])
def test_it_renders_without_asking_who_reads(template):
    context = {"user": Untouched(), "messages": Untouched(), "csrf_token": Untouched(), "perms": Untouched()}
    assert "csrfmiddlewaretoken" not in render_to_string(template, context)


@pytest.mark.parametrize(
    "part",
    [
        '<html lang="en" dir="ltr">',
        '<a class="skip-link" href="#main">',
        '<main id="main" tabindex="-1">',
        'name="viewport"',
        "sparrows/app.css",
        "sparrows/theme.js",
        "data-theme-switch",
        'aria-live="polite"',
    ],
)
def test_it_has_on_every_page(part):
    assert part in render_to_string("base.html")
