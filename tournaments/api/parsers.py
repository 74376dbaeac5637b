"""Read a request's JSON without forgiving anything: size, depth, numbers, repeated keys, broken text."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from tournaments.refusals import Refusal

MOST_BYTES = 16 * 1024
MOST_DEPTH = 12
MOST_DIGITS = 15
NO_TEXT = re.compile("[\0\ud800-\udfff]")


class StrictJSONParser(BaseParser):
    """Parse a body of at most 16 KiB; raises Refusal (`too_large`, `malformed_json`)."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        request = (parser_context or {}).get("request")
        declared = request.META.get("CONTENT_LENGTH") if request is not None else None
        if declared and declared.isdigit() and int(declared) > MOST_BYTES:
            raise Refusal("too_large", limit=MOST_BYTES)
        try:
            body = stream.read(MOST_BYTES + 1)
        except (OSError, ValueError):  # closed by whoever hung up meanwhile: nobody hears the answer
            _malformed(_("it did not arrive whole."))
        return parse(body)


def parse(body: bytes) -> Any:
    """Turn bytes into JSON values; raises Refusal."""
    if len(body) > MOST_BYTES:
        raise Refusal("too_large", limit=MOST_BYTES)
    try:
        value = json.loads(
            body.decode(),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_float,
            parse_int=_int,
        )
    except UnicodeDecodeError:
        _malformed(_("it is not UTF-8."))
    except json.JSONDecodeError as fault:
        _malformed(_("line %(line)s, column %(column)s.") % {"line": fault.lineno, "column": fault.colno})
    except RecursionError:
        _malformed(_("it is nested too deeply."))
    _check(value)
    return value


def _malformed(detail: str) -> NoReturn:
    raise Refusal("malformed_json", detail=detail) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        _malformed(_("the key %(key)s is there twice.") % {"key": ascii(twice[:40])})
    return found


def _constant(name: str) -> NoReturn:
    _malformed(_("%(name)s is not a number.") % {"name": name})


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _malformed(_("%(name)s is not a number.") % {"name": text[:20]})
    return number


def _int(text: str) -> int:
    if len(text) > MOST_DIGITS:
        _malformed(_("a number has more than %(digits)s digits.") % {"digits": MOST_DIGITS})
    return int(text)


def _check(value: Any) -> None:
    """Refuse depth and text that no database stores; no recursion, since depth is the attack."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if depth > MOST_DEPTH:
            _malformed(_("it is nested too deeply."))
        if isinstance(one, str):
            _check_text(one)
        elif isinstance(one, dict):
            waiting += [(part, depth + 1) for pair in one.items() for part in pair]
        elif isinstance(one, list):
            waiting += [(part, depth + 1) for part in one]


def _check_text(text: str) -> None:
    if NO_TEXT.search(text):
        _malformed(_("a text holds characters that are no text."))
