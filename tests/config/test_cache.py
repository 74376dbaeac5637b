"""The cache with Redis, and the same calls without it."""

import logging
import os

import pytest
from redis import Redis

from config.cache import FORGETFUL, ForgivingRedisCache
from tournaments.live.absence import Absence

NOBODY = "redis://127.0.0.1:1/0"
CALLS = [
    ("get", ("k",), None),
    ("get", ("k", "default"), "default"),
    ("set", ("k", 1), None),
    ("add", ("k", 1), False),
    ("touch", ("k",), False),
    ("delete", ("k",), False),
    ("has_key", ("k",), False),
    ("get_many", (["k"],), {}),
    ("set_many", ({"k": 1},), ["k"]),
    ("delete_many", (["k"],), None),
    ("incr", ("k",), 1),
    ("incr", ("k", 5), 5),
    ("get_or_set", ("k", 7), 7),
    ("clear", (), None),
]


def cache_at(address, prefix="sparrows-cache-test"):
    """Return a cache on the Redis at this address, as the settings would make it."""
    return ForgivingRedisCache(address, {"KEY_PREFIX": prefix, "OPTIONS": {"socket_connect_timeout": 0.2}})


@pytest.fixture(autouse=True)
def _redis_was_there(monkeypatch):
    monkeypatch.setattr(ForgivingRedisCache, "absence", Absence("cache"))


@pytest.mark.parametrize(("call", "arguments", "answer"), CALLS)
def test_it_answers_as_if_it_forgot_everything_while_redis_is_away(call, arguments, answer):
    assert getattr(cache_at(NOBODY), call)(*arguments) == answer


def test_it_covers_every_call_that_reaches_redis():
    from django.core.cache.backends.redis import RedisCache

    calls = {name for name in vars(RedisCache) if not name.startswith("_") and name != "get_backend_timeout"}
    assert calls == set(FORGETFUL)


def test_it_leaves_redis_alone_for_a_while_and_says_so_once(caplog):
    caplog.set_level(logging.WARNING)
    cache = cache_at(NOBODY)
    for _ in range(5):
        cache.get("k")
    assert [record.message.split(":")[0] for record in caplog.records] == ["cache_away"]


def test_it_does_not_hide_mistakes_of_its_callers():
    with pytest.raises(TypeError):
        cache_at(NOBODY).get()


@pytest.mark.redis_only
def test_it_remembers_with_redis_and_finds_it_again():
    cache = cache_at(os.environ["REDIS_URL"])
    cache.set("k", [1, 2])
    assert cache.get("k") == [1, 2]
    cache.absence.note(ConnectionError())
    assert cache.get("k") is None
    cache.absence.end()
    assert cache.get("k") == [1, 2]


@pytest.mark.redis_only
def test_it_clears_its_own_keys_only():
    cache, server = (
        cache_at(os.environ["REDIS_URL"], "cache-to-clear"),
        Redis.from_url(os.environ["REDIS_URL"]),
    )
    server.set("tasks:waiting", "a task")
    cache.set("k", 1)
    cache.clear()
    assert cache.get("k") is None
    assert server.getdel("tasks:waiting") == b"a task"
