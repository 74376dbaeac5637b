"""The addresses of the admin; each module that is named here shows its tables."""

from django.urls import path

from tournaments.views.admin import accounts, ledger, sending
from tournaments.views.admin.site import SITE

SHOWN = (accounts, sending, ledger)
urlpatterns = [path("", SITE.urls)]
