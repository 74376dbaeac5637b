"""A Redis cache that may be missing. Nothing in it is truth, so no request fails because Redis is away."""

import functools
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from tournaments.live.absence import Absence

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

    absence = Absence("cache")


def _forgiving(name: str) -> Callable[..., Any]:
    ask, forget = getattr(OwnKeysRedisCache, name), FORGETFUL[name]

    @functools.wraps(ask)
    def method(self: ForgivingRedisCache, *args: Any, **kwargs: Any) -> Any:
        if self.absence.lasts():
            return forget(*args, **kwargs)
        try:
            return ask(self, *args, **kwargs)
        except RedisError as error:
            self.absence.note(error)
            return forget(*args, **kwargs)

    return method


for _name in FORGETFUL:
    setattr(ForgivingRedisCache, _name, _forgiving(_name))
