"""Read a recorded deal declared anew on a page of the staff, with the table's entry and by no tablet."""

from typing import Any

from rest_framework.exceptions import ValidationError

from tournaments.api.answers import made
from tournaments.api.errors import faults
from tournaments.api.parsers import parse
from tournaments.api.table.input import CorrectionPreviewSerializer
from tournaments.deal.reckon import declaration_in
from tournaments.refusals import Refusal


def declaration_read(text: bytes) -> dict[str, Any]:
    """Read it as strictly as a tablet's; raises Refusal with every fault of its shape."""
    sent = parse(text)
    try:
        made(CorrectionPreviewSerializer).run_validation(sent)
    except ValidationError as invalid:
        raise Refusal("invalid", problems=faults(invalid.detail)) from invalid
    return declaration_in(sent)
