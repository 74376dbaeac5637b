"""The addresses of the tablet's pages."""

from django.urls import path

from tournaments.views.table.engine import archive, worker
from tournaments.views.table.pages import pair, table

app_name = "table"

urlpatterns = [
    path("table/", table, name="table"),
    path("table/engine/worker.js", worker, name="engine_worker"),
    path("table/engine/<slug:name>.zip", archive, name="engine"),
    path("pair/", pair, name="pair"),
]
