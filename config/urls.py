"""The whole site on a screen."""

from csp.decorators import csp_update
from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.decorators.cache import never_cache
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.health import healthz, readyz
from config.login import Login

# In two parts, page and script: the policy allows no inline script. What it is drawn by names its own types.
API_DOCS = csp_update({"trusted-types": ["default", "dompurify"]})(
    SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="api/docs.html")
)

handler404 = "config.failures.not_found"
handler500 = "config.failures.failed"

urlpatterns = [
    path("healthz", never_cache(healthz), name="healthz"),
    path("readyz", never_cache(readyz), name="readyz"),
    path("login", Login.as_view(), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs", API_DOCS, name="docs"),
    path("api/v1/", include("tournaments.api.urls")),
    path("organise/", include("tournaments.views.organiser.urls")),
    path("", include("tournaments.views.table.urls")),
    path("", include("tournaments.views.public.urls")),
]
