"""Read the deals and corrections that a tablet could not send and somebody carried over: one line each.

A line is JSON {competition, table, body}; or the same packed after a mark ("S1Z" deflated, "S1J" not), as it
stands behind the # of the address in the tablet's picture. The body is what the tablet would have posted.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from tournaments.api.errors import faults
from tournaments.api.fields import Plain, StrictInt, StrictSerializer, Text
from tournaments.api.parsers import MOST_BYTES, parse
from tournaments.api.table.input import CorrectionSerializer, SubmissionSerializer
from tournaments.refusals import Refusal

PACKED = re.compile(r"(?:\S*#)?(S1[ZJ])([\w-]+)", re.ASCII)
MOST_TABLES = 32_767


@dataclass(frozen=True, slots=True)
class SavedDeal:
    """What a tablet kept: the competition's address, the table's number, and the submission or correction."""

    competition: str
    table: int
    body: dict[str, Any]

    @property
    def is_correction(self) -> bool:
        return corrects(self.body)


def corrects(body: Any) -> bool:
    """Tell a correction, which names the version that it replaces, from a first submission."""
    return isinstance(body, dict) and "supersedes" in body


# Built once, as the hands of `input` are.
SUBMISSION, CORRECTION = SubmissionSerializer(), CorrectionSerializer()


class BodyField(Plain):
    """Take what the tablet would have posted, in the shape of the address that it would have posted it to."""

    def to_internal_value(self, data: Any) -> Any:
        return (CORRECTION if corrects(data) else SUBMISSION).run_validation(data)


class SavedDealSerializer(StrictSerializer):
    """The shape of one line."""

    competition = Text(most=80)
    table = StrictInt(least=1, most=MOST_TABLES)
    body = BodyField()


def saved_deals(text: str) -> list[SavedDeal]:
    """Read an exported text; raises Refusal (`saved_unreadable`) with every line that no tablet wrote."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    problems = [problem for number, line in lines for problem in _problems(number, line)]
    if problems or not lines:
        raise Refusal("saved_unreadable", problems=problems)
    return [SavedDeal(**_value(line)) for _number, line in lines]


def _problems(number: int, line: str) -> Iterator[dict[str, Any]]:
    """Say what is wrong with a line."""
    where = _("Line %(number)s") % {"number": number}
    try:
        SavedDealSerializer(data=_value(line)).is_valid(raise_exception=True)
    except Refusal as refusal:
        yield {**refusal.to_json(), "message": f"{where}: {refusal.message}"}
    except ValidationError as invalid:
        for fault in faults(invalid.detail):
            yield {**fault, "message": f"{where}, {fault['path']}: {fault['message']}"}


def _value(line: str) -> Any:
    packed = PACKED.fullmatch(line)
    return parse(_unpacked(*packed.groups()) if packed else line.encode())


def _unpacked(mark: str, text: str) -> bytes:
    """Undo the packing; what would swell beyond the limit of a request is refused like a request."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return data if mark == "S1J" else zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, MOST_BYTES + 1)
    except (binascii.Error, zlib.error) as damaged:
        raise Refusal("malformed_json", detail=_("the code is damaged.")) from damaged
