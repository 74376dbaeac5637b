"""A tablet's stream: it hears at once that somebody else changed something of its table.

What it hears is a hint, "revision n"; it then asks for its table as ever. It is told of no deal of other
tables, else every deal of a hall would bring all its tablets to the server. Served as raw ASGI beside the
public's streams (`tournaments.live.stream`); where there is none, the tablet's heartbeat finds out.
"""

from collections.abc import Mapping
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import Any

from asgiref.sync import sync_to_async
from django.db import DatabaseError, close_old_connections

from tournaments.access import tablet_for
from tournaments.api.authentication import cookie_name
from tournaments.live.hub import Full, Tablet, hub
from tournaments.live.stream import RETRY_AFTER, Receive, Send, answer, refuse
from tournaments.models import Competition, Device
from tournaments.refusals import Refusal


async def stream(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """Answer `/live/table` with server-sent events until the tablet leaves or the server ends.

    401 for who is not paired, 405 for anything but GET, 503 where nothing can be told.
    """
    if scope["method"] != "GET":
        return await refuse(send, 405, allow=b"GET")
    try:
        device = await sync_to_async(device_of)(token_in(scope["headers"]))
        if device is None:
            return await refuse(send, 401)
        tablet = Tablet(device.table_number, device.pk)
        with hub.mailbox(device.competition_id, f"tablet {device.pk}", tablet) as box:
            await answer(box, partial(sync_to_async(revision_of), device.competition_id), receive, send)
    except (Full, DatabaseError):
        await refuse(send, 503, retry_after=RETRY_AFTER)


def token_in(headers: list[tuple[bytes, bytes]]) -> str:
    """Read a tablet's token: from its header, or from its cookie."""
    told = {name: value.decode("latin-1") for name, value in headers}
    scheme, _, token = told.get(b"authorization", "").partition(" ")
    if scheme:
        return token.strip() if scheme.lower() == "bearer" else ""
    try:
        kept = SimpleCookie(told.get(b"cookie", "")).get(cookie_name())
    except CookieError:
        return ""
    return kept.value if kept else ""


def device_of(token: str) -> Device | None:
    """Find the paired tablet of a token."""
    close_old_connections()
    try:
        return tablet_for(token).device
    except Refusal:
        return None
    finally:
        close_old_connections()


def revision_of(competition_id: int) -> int | None:
    """Read a competition's revision, whether the public may see it or not."""
    close_old_connections()
    try:
        return Competition.objects.filter(pk=competition_id).values_list("revision", flat=True).first()
    finally:
        close_old_connections()
