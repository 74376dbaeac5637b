"""The door of the admin, and what all its pages share: a list and a page of each row, and nothing to change.

Whoever is no superuser finds no such page; a superuser needs a second factor. There is no log-in of its own:
the program's counts wrong passwords. What is done here is done by services, from the list (`each`).
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import access
from tournaments.refusals import Refusal

if TYPE_CHECKING:
    Rows = admin.ModelAdmin[Any]
else:
    Rows = admin.ModelAdmin

View = Callable[..., HttpResponse]


class Site(admin.AdminSite):
    """The pages, behind the program's own door."""

    site_title = site_header = gettext_lazy("Sparrows: the whole site")
    index_title = gettext_lazy("What there is")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Say whether somebody looks after the site."""
        return bool(request.user.is_active and getattr(request.user, "is_superuser", False))

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Stand at the door of a page."""
        shown = super().admin_view(view, cacheable)

        @wraps(view)
        def entered(request: HttpRequest, *args: Any, **named: Any) -> Any:
            return self.led_elsewhere(request) or shown(request, *args, **named)

        return entered

    def led_elsewhere(self, request: HttpRequest) -> HttpResponse | None:
        """Lead to the log-in, or to a second factor that is missing; raises Http404 to all others outside."""
        if settings.ADMIN and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not (settings.ADMIN and self.has_permission(request)):
            raise Http404
        if access.has_second_factor(actor_of(request)):
            return None
        messages.info(request, _("Set up a second factor first: these pages ask for it."))
        return redirect("mfa_activate_totp")

    def get_urls(self) -> list[Any]:
        """List the few pages there are: none to log in, to change a password, or to find rows for a form."""
        tables = [
            path(f"{model._meta.app_label}/{model._meta.model_name}/", include(rows.get_urls()))
            for model, rows in self._registry.items()
        ]
        return [
            path("", self.admin_view(require_safe(self.index)), name="index"),
            path("words.js", self.admin_view(require_safe(self.i18n_javascript), True), name="jsi18n"),
            path("<slug:app_label>/", self.admin_view(require_safe(self.app_index)), name="app_list"),
            *tables,
        ]


SITE = Site()
SITE.disable_action("delete_selected")


def _parameter(filter_: Any) -> str:
    """Name what a filter of a list is asked by: its field, or as one of its own says."""
    field = filter_[0] if isinstance(filter_, tuple) else filter_
    return field if isinstance(field, str) else str(field.parameter_name)


class ReadOnly(Rows):
    """Rows of a table to be looked at: nobody adds, changes or deletes one here.

    `heavy` are columns that a list does not read. Lists count their rows once, and ask for nothing per row.
    """

    heavy: tuple[str, ...] = ()
    ordering = ("-pk",)
    list_per_page = 50
    list_max_show_all = 200
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    view_on_site = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        """Let lists be asked for what their filters offer, so that nobody guesses what is not shown."""
        return lookup.partition("__")[0] in map(_parameter, self.list_filter)

    @property
    def media(self) -> forms.Media:
        """Give the script that ticks rows; the admin's others turn text into elements, which we forbid."""
        return forms.Media(js=["admin/js/actions.js"])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*self.heavy)

    def get_urls(self) -> list[Any]:
        """List its two pages."""
        wrap, named = self.admin_site.admin_view, f"{self.opts.app_label}_{self.opts.model_name}"
        return [
            path("", wrap(self.changelist_view), name=f"{named}_changelist"),
            path("<int:object_id>/", wrap(self.change_view), name=f"{named}_change"),
        ]

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list, or do what its buttons do."""
        return super().changelist_view(request, extra_context)

    @method_decorator(require_safe)
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show one row."""
        return super().change_view(request, str(object_id), form_url, extra_context)

    def each(self, request: HttpRequest, rows: Iterable[Model], service: Callable[[Any], Any]) -> None:
        """Do something to each of the rows that were ticked; say for how many, and why not for others."""
        done = 0
        for row in rows:
            try:
                service(row)
                done += 1
            except Refusal as refusal:
                self.message_user(request, f"{row}: {refusal.message}", messages.ERROR)
        if done:
            self.message_user(request, ngettext("Done for one.", "Done for %(n)s.", done) % {"n": done})


def actor_of(request: HttpRequest) -> User:
    """Give the user who is logged in; the door lets nobody else through."""
    return cast(User, request.user)
