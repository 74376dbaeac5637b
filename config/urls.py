"""The whole site on a screen."""

from allauth.account import views as account
from csp.decorators import csp_update
from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from django.views.decorators.cache import never_cache
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.health import healthz, readyz
from config.login import Forgotten, Login
from config.metrics import metrics

# In two parts, page and script: the policy allows no inline script. What it is drawn by names its own types.
API_DOCS = csp_update({"trusted-types": ["default", "dompurify"]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="api/docs.html")
)

handler404 = "config.failures.not_found"
handler500 = "config.failures.failed"

# What an account does with itself; where it is made and closed is the organiser's.
ACCOUNT = [
    path("confirm", account.reauthenticate, name="account_reauthenticate"),
    path("closed", account.account_inactive, name="account_inactive"),
    path("password", account.password_change, name="account_change_password"),
    path("password/first", account.password_set, name="account_set_password"),
    path("forgotten", Forgotten.as_view(), name="account_reset_password"),
    path("forgotten/sent", account.password_reset_done, name="account_reset_password_done"),
    path("new/done", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    path(
        "new/<slug:uidb36>/<slug:key>",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("second-factor/", include("allauth.mfa.urls")),
    path("sessions/", include("allauth.usersessions.urls")),
]

urlpatterns = [
    path("healthz", never_cache(healthz), name="healthz"),
    path("readyz", never_cache(readyz), name="readyz"),
    path("metrics", never_cache(metrics), name="metrics"),
    path("login", Login.as_view(), name="account_login"),
    path("logout", account.logout, name="account_logout"),
    path("account/", include(ACCOUNT)),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs", API_DOCS, name="docs"),
    path("api/v1/", include("tournaments.api.urls")),
    path("admin/", include("tournaments.views.admin.urls")),
    path("organise/", include("tournaments.views.organiser.urls")),
    path("", include("tournaments.views.table.urls")),
    # The public pages have their language in the address, but for English, so that any cache can keep them.
    *i18n_patterns(path("", include("tournaments.views.public.urls")), prefix_default_language=False),
]
