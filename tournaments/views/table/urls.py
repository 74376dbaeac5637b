"""The addresses of the tablet's pages."""

from django.urls import path

from tournaments.views.table.pages import pair, table

app_name = "table"

urlpatterns = [
    path("table/", table, name="table"),
    path("pair/", pair, name="pair"),
]
