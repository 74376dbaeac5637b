"""Two headers that Django has no setting for: one read from the proxy, one sent to the browser."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


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
