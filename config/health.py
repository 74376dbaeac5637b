"""Two addresses for whatever watches the server: is it alive, can it record a deal?"""

from django.http import HttpRequest, JsonResponse

from tournaments.services.condition import database_state, redis_state


def healthz(request: HttpRequest) -> JsonResponse:
    """Answer; a process that can do that is alive."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """Say whether a deal can be recorded now: 200, or 503 with the reason.

    Redis is reported and does not count: without it deals are still recorded and read."""
    states = {"database": database_state(), "redis": redis_state()}
    ready = states["database"] == "ok"
    return JsonResponse({"status": "ok" if ready else "down", **states}, status=200 if ready else 503)
