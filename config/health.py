"""Two addresses for whatever watches the server: is it alive, can it record a deal?"""

import redis
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse


def healthz(request: HttpRequest) -> JsonResponse:
    """Answer; a process that can do that is alive."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """Say whether deals can be recorded: 200, or 503 without the database.

    Redis is reported and does not count: without it deals are still recorded and read."""
    states = {"database": database_state(), "redis": redis_state()}
    ready = states["database"] == "ok"
    return JsonResponse({"status": "ok" if ready else "down", **states}, status=200 if ready else 503)


def database_state() -> str:
    """Ask the database the smallest question."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return "down"
    return "ok"


def redis_state() -> str:
    """Tell whether Redis is there, away, or not part of this installation."""
    if not settings.REDIS_URL:
        return "embedded"
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS) as client:
            client.ping()
    except redis.RedisError:
        return "down"
    return "ok"
