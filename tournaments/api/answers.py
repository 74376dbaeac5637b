"""What answers are made with: times as they are written, serializers that are made once."""

from functools import cache
from typing import Any, TypeVar

from rest_framework import serializers

S = TypeVar("S", bound=serializers.Serializer[Any])


class Moment(serializers.DateTimeField):
    """A time as `isoformat` writes it, in UTC with `+00:00`, which clients compare as text."""

    def to_representation(self, value: Any) -> str:
        return str(value.isoformat())


@cache
def made(serializer: type[S]) -> S:
    """Make a serializer once: it copies all its fields when it is made, and keeps nothing it reads."""
    return serializer()


def represent(serializer: type[S], value: Any) -> dict[str, Any]:
    """Write one value."""
    return dict(made(serializer).to_representation(value))
