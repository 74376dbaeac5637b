"""How a device comes to trust a hall's own certificate, so that a tablet plays on without network.

The addresses are there only while the site is served in a hall (`make hall`); elsewhere there is none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.hall import authority
from tournaments.views.hosts import by_https, for_others, named
from tournaments.views.organiser.tablets import picture

Text = str | Promise
View = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of device: the file it takes, where its settings have the switch, and what is to be done."""

    name: Text
    file: str
    way: tuple[Text, ...]
    steps: tuple[Text, ...]


KINDS = (
    Kind(
        "Android",
        "public:hall-certificate",
        (_("Settings"), _("Security and privacy"), _("More security settings"), _("Install a certificate")),
        (
            _("Take the file with the button below; it goes to the downloads."),
            _("Open the settings and search for “CA certificate”, or follow the picture."),
            _("Choose “CA certificate”, “Install anyway”, then the file; it may ask for the screen’s code."),
        ),
    ),
    Kind(
        _("iPad and iPhone"),
        "public:hall-profile",
        (
            _("Settings"),
            _("General"),
            pgettext_lazy("menu of an iPhone", "About"),
            _("Certificate Trust Settings"),
        ),
        (
            _("Take the file with the button below, in Safari, and allow the profile to be loaded."),
            _("Open the settings: “Profile Downloaded” stands at the top. Install it."),
            _("Then follow the picture and switch “Sparrows hall” on. Without this last step nothing works."),
        ),
    ),
    Kind(
        "Windows",
        "public:hall-certificate",
        (
            _("Install Certificate"),
            _("Local Machine"),
            _("Place all certificates in this store"),
            _("Trusted Root Certification Authorities"),
        ),
        (
            _("Take the file with the button below and open it."),
            _("Follow the picture; Windows asks once more before it is done."),
            _("Close the browser and open it again."),
        ),
    ),
    Kind(
        _("Mac, Linux, and Firefox everywhere"),
        "public:hall-certificate",
        (
            _("Settings"),
            _("Privacy and Security"),
            pgettext_lazy("menu of Firefox", "Certificates"),
            _("Authorities: import"),
        ),
        (
            _("Take the file with the button below."),
            _("Mac: open it in Keychain Access, and there set “Always Trust”. Elsewhere: as in the picture."),
            _("Firefox asks for what it shall be trusted: for web sites."),
        ),
    ),
)


def in_a_hall(view: View) -> View:
    """Let a page be there in a hall only; it is never kept, since what it says is of this start."""

    @wraps(view)
    def there(request: HttpRequest) -> HttpResponse:
        if not settings.HALL_PORT:
            raise Http404
        answer = view(request)
        add_never_cache_headers(answer)
        return answer

    return require_safe(there)


@in_a_hall
def hall(request: HttpRequest) -> HttpResponse:
    """Say whether this device trusts the hall, and how it comes to."""
    first = address_to_begin(request)
    told = {
        "kinds": KINDS,
        "fingerprint": authority.fingerprint(_certificate()),
        "plain": first,
        "picture": picture(first),
        "secure": by_https(request, "/"),
        "ask": by_https(request, reverse("public:hall-trusted")),
    }
    answer = render(request, "public/hall.html", told)
    # This page alone asks another origin, the same site by https: only that tells whether it is trusted.
    answer._csp_update = {"connect-src": [by_https(request, "")]}  # type: ignore[attr-defined]
    return answer


def address_to_begin(request: HttpRequest) -> str:
    """Give this page's address by http as other devices reach it, whatever the asker called the site."""
    host = named(for_others(request.get_host()))
    return f"http://{host}:{settings.HALL_PLAIN_PORT}{reverse('public:hall')}"


@in_a_hall
def trusted(request: HttpRequest) -> HttpResponse:
    """Answer who could ask by https; the page that asks came by http, and so from elsewhere."""
    answer = JsonResponse({"secure": request.is_secure()})
    answer["Access-Control-Allow-Origin"] = "*"  # it says nothing of anybody
    return answer


@in_a_hall
def worker(request: HttpRequest) -> HttpResponse:
    """Give a worker that does nothing: a browser takes it over a trusted connection only."""
    return HttpResponse("// A browser keeps this only where it trusts the connection.\n", "text/javascript")


@in_a_hall
def certificate(request: HttpRequest) -> HttpResponse:
    """Give the authority’s certificate as Android and Windows take it."""
    text = _certificate().public_bytes(Encoding.DER)
    return _file(text, "application/x-x509-ca-cert", "sparrows-hall.crt")


@in_a_hall
def profile(request: HttpRequest) -> HttpResponse:
    """Give it as iPads take it."""
    text = authority.mobileconfig(_certificate())
    return _file(text, "application/x-apple-aspen-config", "sparrows-hall.mobileconfig")


def _certificate() -> Certificate:
    return authority.read(authority.Files(settings.HALL_FOLDER))


def _file(text: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(text, kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
