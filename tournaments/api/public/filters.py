"""Lists of one round or one table: a positive number in the query, or a refusal."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request

MOST_ROUNDS = 32_767


class ByNumber(BaseFilterBackend):
    """Keep the rows whose number is asked for; `numbers` of the view says by which column."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        asked = {column: number_asked(request, name) for name, column in view.numbers.items()}
        return queryset.filter(**{column: number for column, number in asked.items() if number})

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [
            {"name": name, "in": "query", "required": False, "schema": {"type": "integer"}}
            for name in view.numbers
        ]


def number_asked(request: Request, name: str) -> int | None:
    """Read a positive number from the query; raises ValidationError for anything else."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= MOST_ROUNDS and len(text) < 9):
        raise ValidationError({name: [ErrorDetail(_("A whole number is needed."), code="wrong_type")]})
    return int(text)
