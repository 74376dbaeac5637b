"""What is refused about a timetable."""

from django.utils.translation import gettext_noop as _

REFUSED = {
    "timetable_changed": _(
        "Somebody else has changed the timetable. Look at it as it is now, or save again to overwrite it."
    ),
}
