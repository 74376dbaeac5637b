"""Open data: an event as one file, and the schema that describes its form."""

import json

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.models import Competition
from tournaments.publishing import open_data
from tournaments.views.public.answers import competition_page, page

TYPE = "application/json; charset=utf-8"


@competition_page
def event(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Give all that readers see of an event, for programs and for another Sparrows."""
    return _for_everybody(open_data.event_json(competition, _schema_at(request)))


@page
def event_schema(request: HttpRequest) -> HttpResponse:
    """Give the JSON schema of the file, under this site's address."""
    told = {**open_data.schema(), "$id": _schema_at(request)}
    return _for_everybody(json.dumps(told, ensure_ascii=False, indent=1).encode())


def _schema_at(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("public:event-schema"))


def _for_everybody(body: bytes) -> HttpResponse:
    """Let the scripts of other sites read it, too: it is the same for everybody."""
    return HttpResponse(body, content_type=TYPE, headers={"Access-Control-Allow-Origin": "*"})
