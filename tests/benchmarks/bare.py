"""The baseline of `bench_submissions`: the site's addresses and a plain view that inserts one row."""

import json
import os

from django.db import models
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.urls import urlpatterns as site
from tests.benchmarks.plain import plain

if os.environ.get("ROWS") == "orm":
    plain().__enter__()  # for as long as the server runs


class Row(models.Model):
    """One row with the body that came."""

    body = models.JSONField()

    class Meta:
        app_label = "benchmarks"


@csrf_exempt
def insert(request: HttpRequest) -> JsonResponse:
    """Insert one row: what any view must do at least to keep what it was sent."""
    row = Row.objects.create(body=json.loads(request.body))
    return JsonResponse({"id": row.pk}, status=201)


urlpatterns = [path("bare", insert), *site]
