"""What is said of accounts, roles and invitations, on the staff's pages only."""

from django.utils.translation import gettext_noop as _

# The sentences of refusals, by their codes; `refusals` takes them up beside its own, which tablets say too.
REFUSED = {
    "table_not_yours": _("Table {table} is not one of those that you enter deals for."),
}
