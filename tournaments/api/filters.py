"""What a list may be asked for: the names that it knows, each once, with a value that fits; else a refusal.

django-filter itself lets pass what it does not know, an empty value, and a word where true or false is meant.
"""

from collections.abc import Collection
from datetime import date
from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError as Unfit
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

DAY = "%Y-%m-%d"
MOST_NUMBER = 32_767
MOST_ON_A_PAGE = 200
PAGED = ("page", "page_size")
WHOLE = {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER}  # as the document says it


def whole(text: str, most: int = MOST_NUMBER) -> int:
    """Read a positive number in plain digits; raises ValueError for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 0 < int(text) <= most):
        raise ValueError(text)
    return int(text)


def number_asked(request: Request, name: str, most: int = MOST_NUMBER) -> int | None:
    """Read a positive number from the query; raises ValidationError for anything else."""
    text = request.query_params.get(name)
    try:
        return None if text is None else whole(text, most)
    except ValueError as wrong:
        raise _fault(name, _("A whole number is needed."), "wrong_type") from wrong


def day_asked(request: Request, name: str) -> date | None:
    """Read a day from the query, written as 2026-03-01; raises ValidationError for anything else."""
    text = request.query_params.get(name)
    try:
        return None if text is None else forms.DateField(input_formats=[DAY]).clean(text)
    except Unfit as wrong:
        raise _fault(name, wrong.messages[0], "invalid") from wrong


def refuse_unknown(request: Request, known: Collection[str]) -> None:
    """Refuse what an address cannot be asked for, what is asked twice, and what is left empty."""
    for name, values in request.query_params.lists():
        if name not in known:
            raise _fault(name[:40], _("This cannot be asked for here."), "unknown_parameter")
        if len(values) > 1:
            raise _fault(name, _("Ask for one only."), "repeated")
        if not values[0]:
            raise _fault(name, _("A value is needed."), "required")


def _fault(name: str, sentence: str, code: str) -> ValidationError:
    return ValidationError({name: [ErrorDetail(sentence, code=code)]})


class WholeField(forms.CharField):
    """A positive number in plain digits."""

    def to_python(self, value: Any) -> int | None:  # type: ignore[override]
        try:
            return whole(value) if value else None
        except ValueError as wrong:
            raise Unfit(_("A whole number is needed."), code="wrong_type") from wrong


@extend_schema_field(WHOLE)
class Whole(django_filters.Filter):
    """Rows with this number."""

    field_class = WholeField


@extend_schema_field({"type": "boolean"})
class Truth(django_filters.TypedChoiceFilter):
    """Rows of which something is true, or is not."""

    def __init__(self, *named: Any, **more: Any) -> None:
        choices = [("true", gettext_lazy("true")), ("false", gettext_lazy("false"))]
        super().__init__(*named, choices=choices, coerce=lambda text: text == "true", **more)


@extend_schema_field({"type": "string", "format": "date"})
class Day(django_filters.DateFilter):
    """Rows of a day, or from it on, written as 2026-03-01."""

    def __init__(self, *named: Any, **more: Any) -> None:
        super().__init__(*named, input_formats=[DAY], **more)


@extend_schema_field({"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "maxLength": 80})
class Address(django_filters.CharFilter):
    """Rows of what has this address."""

    def __init__(self, *named: Any, **more: Any) -> None:
        super().__init__(*named, max_length=80, strip=False, **more)
        self.field_class = forms.SlugField


def names_of(view: Any) -> set[str]:
    """Name what an address can be asked for."""
    filters = getattr(view, "filterset_class", None)
    asked = {one.name for one in getattr(view, "asked", ())}
    paged = PAGED if getattr(view, "is_list", False) else ()
    return {*(filters.base_filters if filters else ()), *asked, *paged}


class Pages(PageNumberPagination):
    """Fifty to a page, two hundred at most."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = MOST_ON_A_PAGE

    def get_page_size(self, request: Request) -> int | None:
        return number_asked(request, "page_size", MOST_ON_A_PAGE) or self.page_size

    def get_page_number(self, request: Request, paginator: Any) -> int:
        return number_asked(request, "page", 10**8) or 1

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        most = {"page": 10**8 - 1, "page_size": MOST_ON_A_PAGE}
        told = super().get_schema_operation_parameters(view)
        return [
            one | {"schema": {"type": "integer", "minimum": 1, "maximum": most[one["name"]]}} for one in told
        ]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Say that there may be no page before or behind, as OpenAPI 3.1 does."""
        told = super().get_paginated_response_schema(schema)
        link = {"type": ["string", "null"], "format": "uri"}
        return told | {"properties": told["properties"] | {"next": link, "previous": link}}
