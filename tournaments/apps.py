from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments and leagues")

    def ready(self) -> None:
        """Register the tasks: whoever wakes one knows its name only."""
        from tournaments import tasks  # noqa: F401 - models are there from now on
