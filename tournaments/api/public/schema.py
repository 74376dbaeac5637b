"""What the OpenAPI document says of public addresses beside their serializers."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from tournaments.api.errors import refusals

UNCHANGED = OpenApiResponse(description=str(_("Not changed since it was answered with this tag.")))
TAG = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description=str(_("the ETag of an earlier answer"))
)


class PublicSchema(AutoSchema):
    """Add what the view says of itself: the refusals it gives (`refused`), what it is asked for (`asked`)."""

    view: Any

    def get_response_serializers(self) -> Any:
        return {200: super().get_response_serializers(), 304: UNCHANGED, **refusals(*self.view.refused)}

    def get_override_parameters(self) -> list[Any]:
        return [*super().get_override_parameters(), *self.view.asked, TAG]
