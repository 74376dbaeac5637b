"""What Django has no setting for: room for calls, headers read and sent, and who is spoken to how."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import add_never_cache_headers, patch_vary_headers

GetResponse = Callable[[HttpRequest], HttpResponse]
OF_ACCOUNTS = "/account"
OF_STAFF = ("/organise", "/admin", OF_ACCOUNTS)
LOG_IN = "/login"
OF_TABLETS = ("/table", "/pair", "/api/v1/table", "/api/v1/pair")


STACK_SLOTS = 64_600  # with what CPython wants beside it over half a mebibyte: it takes one, half stays free


def room_for_calls(get_response: GetResponse) -> GetResponse:
    """Answer in a part of the interpreter's stack that is large enough for all calls of a request.

    CPython keeps frames in pieces of 16 KiB, mapped when a call has no room in the last one and unmapped when
    it returns: a loop whose calls happen to cross such an edge takes up to twice the time, and whether a page
    has one is chance (`tests/benchmarks/bench_stack.py`). A frame this large makes one piece of what follows.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    middleware.__code__ = middleware.__code__.replace(co_stacksize=STACK_SLOTS)
    return middleware


def client_address(get_response: GetResponse) -> GetResponse:
    """Put the caller's address into REMOTE_ADDR when the site stands behind one proxy.

    Only the last entry is the proxy's own word; everything before it was written by the caller."""

    def middleware(request: HttpRequest) -> HttpResponse:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
        if forwarded:
            request.META["REMOTE_ADDR"] = forwarded.rsplit(",", 1)[-1].strip()
        return get_response(request)

    return middleware


def permissions_policy(get_response: GetResponse) -> GetResponse:
    """Tell the browser which of its powers the pages use: the wake lock of the table tablet, nothing else."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return middleware


class Languages(LocaleMiddleware):
    """Speak to a tablet by its cookie, else its browser; to staff by their account, else their browser.

    Every other page is in the language of its address. It is the same for everybody, so that any cache may
    keep it; what is said by cookie must never be answered from there, and no cache keeps pages of the staff.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language of the moment."""
        translation.activate(spoken(request))
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Say in which language the answer is, and on what that depends; let no cache keep an account."""
        response.headers.setdefault("Content-Language", translation.get_language())
        if request.path_info.startswith(OF_ACCOUNTS) and "Cache-Control" not in response:
            add_never_cache_headers(response)
        if is_of_tablets(request):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def spoken(request: HttpRequest) -> str:
    """Say in which language a request is answered."""
    if is_of_tablets(request):
        return translation.get_language_from_request(request)
    if request.path_info.startswith((*OF_STAFF, LOG_IN)):
        chosen = request.session.get("language") if is_of_staff(request) else None
        return chosen or of_browser(request)
    return translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE


def of_browser(request: HttpRequest) -> str:
    """Give what a browser asks for; the cookie of a tablet says nothing to its staff."""
    asked = HttpRequest()
    asked.META["HTTP_ACCEPT_LANGUAGE"] = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    return translation.get_language_from_request(asked)


def is_of_tablets(request: HttpRequest) -> bool:
    """Tell whether an address belongs to the tablets: their pages and their part of the API."""
    return request.path_info.startswith(OF_TABLETS)


def is_of_staff(request: HttpRequest) -> bool:
    """Tell whether an address belongs to those who log in, from a browser that may have done so."""
    return request.path_info.startswith(OF_STAFF) and settings.SESSION_COOKIE_NAME in request.COOKIES
