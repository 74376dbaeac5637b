"""How long a round lasts, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def lasts(deals: int | None, winds: int | None, minutes: int | None) -> str:
    """Say what ends a round; nothing where nothing does but the director.

    >>> lasts(16, None, 90)
    '16 deals or 90 minutes, whichever comes first'
    """
    said = []
    if deals:
        said.append(ngettext("%(n)s deal", "%(n)s deals", deals) % {"n": deals})
    if winds:
        said.append(ngettext("%(n)s wind round", "%(n)s wind rounds", winds) % {"n": winds})
    if minutes:
        said.append(ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes})
    if len(said) < 2:
        return "".join(said)
    either = _(" or ").join(said)
    return _("%(lengths)s, whichever comes first") % {"lengths": either}
