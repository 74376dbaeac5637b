"""What leaves the site or is to be done: outbox, e-mails, calls to other sites. Services send it again."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models import Delivery, Letter, Outbox
from tournaments.services import hooks, letters
from tournaments.views.admin.site import SITE, ReadOnly, actor_of


@admin.register(Outbox, site=SITE)
class Promises(ReadOnly):
    """Work that was promised; the worker tries every minute what has no time of being done."""

    list_display = ("id", "topic", "competition", "at", "done_at")
    list_filter = (("done_at", admin.EmptyFieldListFilter), "topic")
    search_fields = ("=competition__slug",)
    search_help_text = _("Address of the event")
    list_select_related = ("competition",)
    fields = ("topic", "competition", "payload", "at", "done_at")


@admin.register(Letter, site=SITE)
class Letters(ReadOnly):
    """E-mails to whoever registered; their words stay on the pages of the event."""

    list_display = ("id", "kind", "state", "event", "at", "tried_at")
    list_filter = ("state", "kind")
    search_fields = ("=registration__competition__slug",)
    search_help_text = _("Address of the event")
    list_select_related = ("registration__competition", "outbox")
    fields = ("kind", "state", "event", "at", "tried_at")
    heavy = ("words",)
    actions = ("send_again",)

    @admin.display(description=_("competition"))
    def event(self, row: Any) -> str:
        """Name the event that it is about."""
        return str(row.registration.competition)

    @admin.action(description=_("Send again what was not sent"))
    def send_again(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        """Send letters that failed; what was sent, or is under way, is refused."""
        self.each(request, rows, lambda one: letters.letter_send(letter=one, actor=actor_of(request)))


@admin.register(Delivery, site=SITE)
class Calls(ReadOnly):
    """What other sites were told, and how often that was tried."""

    list_display = ("id", "kind", "state", "tries", "status", "club", "at", "tried_at", "due_at")
    list_filter = ("state",)
    search_fields = ("=key", "=hook__club__slug")
    search_help_text = _("Number of the message, or address of the club")
    list_select_related = ("hook__club",)
    fields = (
        *("kind", "key", "state", "tries", "status", "answer", "club", "at", "tried_at", "due_at"),
        "body",
    )
    heavy = ("body",)
    actions = ("send_again",)

    @admin.display(description=_("club"))
    def club(self, row: Any) -> str:
        """Name the club whose message it is."""
        return str(row.hook.club)

    @admin.action(description=_("Send again"))
    def send_again(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        """Send messages again, each under its own key."""
        self.each(request, rows, lambda one: hooks.delivery_resend(delivery=one))
