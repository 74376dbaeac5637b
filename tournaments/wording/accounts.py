"""What is said of accounts, roles and invitations, on the staff's pages only."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

# The sentences of refusals, by their codes; `refusals` takes them up beside its own, which tablets say too.
REFUSED = {
    "table_not_yours": _("Table {table} is not one of those that you enter deals for."),
    "last_owner": _(
        "This is the only owner of {club}. Make somebody else its owner first: a club always has one."
    ),
    "role_held": _("{name} has this role already."),
    "role_lost": _("Your own role changed meanwhile. Nothing was changed."),
    "tables_only_for_scorers": _("Only scorers are kept to tables. Leave the tables empty."),
    "tables_need_event": _("Tables belong to an event. Choose the event, or leave the tables empty."),
    "invitation_unknown": _("There is no such invitation. Look whether the link is complete."),
    "invitation_used": _("This invitation was accepted already. Each works once; ask for another one."),
    "invitation_expired": _("This invitation is too old. Ask for a new one."),
    "invitation_revoked": _("This invitation was taken back. Ask whoever sent it."),
    "account_name_taken": _("Somebody here has the name {name} already. Add something that tells you apart."),
    "account_email_taken": _(
        "There is an account with this e-mail address. Log in with it, then open the link again."
    ),
}


def spans(tables: Iterable[int]) -> str:
    """Write numbers of tables the short way: 1-4, 7."""
    found: list[list[int]] = []
    for number in sorted(tables):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{one[0]}-{one[-1]}" if len(one) > 1 else f"{one[0]}" for one in found)
