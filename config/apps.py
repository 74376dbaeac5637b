"""The site as a Django application, so that its system checks are registered."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Register the checks of the site's own settings."""

    name = "config"
    label = "site"
    verbose_name = "Sparrows"

    def ready(self) -> None:
        """Load the checks."""
        from config import checks  # noqa: F401 - importing registers them
