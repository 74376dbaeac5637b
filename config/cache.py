"""A Redis cache that may be missing. Nothing in it is truth, so no request fails because Redis is away."""

import functools
import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
RETRY_SECONDS = 2.0

# What each call answers while Redis is away: what a cache that forgets everything would say.
FORGETFUL: dict[str, Callable[..., Any]] = {
    "add": lambda key, value, *_, **__: False,
    "get": lambda key, default=None, *_, **__: default,
    "set": lambda key, value, *_, **__: None,
    "touch": lambda key, *_, **__: False,
    "delete": lambda key, *_, **__: False,
    "get_many": lambda keys, *_, **__: {},
    "has_key": lambda key, *_, **__: False,
    "incr": lambda key, delta=1, *_, **__: delta,
    "set_many": lambda data, *_, **__: list(data),
    "delete_many": lambda keys, *_, **__: None,
    "clear": lambda: None,
}


class OwnKeysRedisCache(RedisCache):
    """Clear only the cache's own keys: the same Redis holds the queue of tasks, which FLUSHDB would drop."""

    def clear(self) -> None:
        """Delete every key that starts with this cache's prefix."""
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(match=f"{self.key_prefix}:*", count=1000):
            client.delete(key)


class ForgivingRedisCache(OwnKeysRedisCache):
    """Answer as an empty cache while Redis is away, and look for it again every two seconds.

    Without the pause a Redis that hangs would cost every request one time-out per look-up."""

    away_until = 0.0

    @classmethod
    def is_away(cls) -> bool:
        """Tell whether Redis failed within the last two seconds."""
        return time.monotonic() < cls.away_until

    @classmethod
    def note_absence(cls, error: RedisError) -> None:
        """Leave Redis alone for a while, and say so once."""
        cls.away_until = time.monotonic() + RETRY_SECONDS
        logger.warning("cache_away: going on without the cache (%s)", type(error).__name__)


def _forgiving(name: str) -> Callable[..., Any]:
    ask, forget = getattr(OwnKeysRedisCache, name), FORGETFUL[name]

    @functools.wraps(ask)
    def method(self: ForgivingRedisCache, *args: Any, **kwargs: Any) -> Any:
        if self.is_away():
            return forget(*args, **kwargs)
        try:
            return ask(self, *args, **kwargs)
        except RedisError as error:
            self.note_absence(error)
            return forget(*args, **kwargs)

    return method


for _name in FORGETFUL:
    setattr(ForgivingRedisCache, _name, _forgiving(_name))
