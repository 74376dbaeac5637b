"""The addresses of the tablet's pages."""

from django.urls import path

from tournaments.views.table import engine
from tournaments.views.table.pages import manifest, pair, table, worker

app_name = "table"

urlpatterns = [
    path("table/", table, name="table"),
    path("table/worker.js", worker, name="worker"),
    path("table/manifest.webmanifest", manifest, name="manifest"),
    path("table/engine/worker.js", engine.worker, name="engine_worker"),
    path("table/engine/<slug:name>.zip", engine.archive, name="engine"),
    path("pair/", pair, name="pair"),
]
