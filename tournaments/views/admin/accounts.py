"""Accounts, clubs and roles, and what is counted of log-ins.

Passwords, secrets of second factors and what was typed are shown nowhere. Roles and accounts are changed on
the pages of the staff, which keep a club from losing its last owner.
"""

from typing import Any, cast

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Club
from tournaments.models import Right
from tournaments.services import logins
from tournaments.views.admin.site import SITE, ReadOnly, actor_of


@admin.register(User, site=SITE)
class Accounts(ReadOnly):
    """Who can log in, and when somebody last did."""

    list_display = (
        *("username", "email", "last_login", "second_factor", "logged_in"),
        *("is_active", "is_superuser"),
    )
    list_filter = ("is_active", "is_superuser")
    search_fields = ("username", "email")
    fields = (
        *("username", "email", "is_active", "is_superuser", "date_joined", "last_login"),
        *("second_factor", "logged_in"),
    )
    actions = ("end_sessions",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Add what the lists say of other tables, in the same query."""
        own = {"user": OuterRef("pk")}
        factors, sessions = Authenticator.objects.filter(**own), UserSession.objects.filter(**own)
        whole = super().get_queryset(request).annotate(factor=Exists(factors), session=Exists(sessions))
        return cast(QuerySet[Any], whole)

    @admin.display(description=_("second factor"), boolean=True)
    def second_factor(self, row: Any) -> bool:
        """Say whether there is one."""
        return bool(row.factor)

    @admin.display(description=_("logged in somewhere"), boolean=True)
    def logged_in(self, row: Any) -> bool:
        """Say whether there is a session."""
        return bool(row.session)

    @admin.action(description=_("Log out everywhere"))
    def end_sessions(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        """Log accounts out wherever they are logged in."""
        self.each(request, rows, lambda user: logins.sessions_end(user=user, actor=actor_of(request)))


@admin.register(Club, site=SITE)
class Clubs(ReadOnly):
    """The clubs; their settings are changed on their own pages."""

    list_display = ("name", "slug", "town", "owners_second_factor")
    list_filter = ("owners_second_factor",)
    search_fields = ("name", "slug", "town")
    ordering = ("name",)


@admin.register(Right, site=SITE)
class Roles(ReadOnly):
    """Who may act for which club, or in which of its events."""

    list_display = ("user", "role", "club", "competition", "since")
    list_filter = ("role",)
    search_fields = ("user__username", "=club__slug", "=competition__slug")
    search_help_text = _("Name of the account, address of the club or of the event")
    list_select_related = ("user", "club", "competition")
    fields = ("user", "role", "club", "competition", "tables", "since")


class Closed(admin.SimpleListFilter):
    """Names that wrong passwords have closed at an address."""

    title = pgettext_lazy("account", "closed")
    parameter_name = "closed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        most = settings.AXES_FAILURE_LIMIT
        return queryset.filter(failures_since_start__gte=most) if self.value() else queryset


class LogIns(ReadOnly):
    """What axes counts, without what was typed and sent."""

    search_fields = ("username", "=ip_address")
    search_help_text = _("Name of the account, or the whole address")
    told = ("username", "ip_address", "attempt_time")


@admin.register(AccessAttempt, site=SITE)
class Attempts(LogIns):
    """Wrong passwords that count: five for a name at an address close it there for a quarter of an hour."""

    list_display = fields = (*LogIns.told, "failures_since_start")
    list_filter = (Closed,)
    heavy = ("get_data", "post_data", "http_accept")
    actions = ("release",)

    @admin.action(description=_("Forget the wrong passwords: the name is open at once"))
    def release(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        """Open names that wrong passwords have closed."""
        self.each(request, rows, lambda one: logins.lock_release(attempt=one, actor=actor_of(request)))


@admin.register(AccessFailureLog, site=SITE)
class Failures(LogIns):
    """Log-ins that failed, of the last days."""

    list_display = fields = (*LogIns.told, "locked_out")
    list_filter = ("locked_out",)


@admin.register(AccessLog, site=SITE)
class Entered(LogIns):
    """Log-ins that worked, of the last days."""

    list_display = fields = (*LogIns.told, "logout_time")
