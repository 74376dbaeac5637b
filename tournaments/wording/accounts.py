"""What is said of accounts, roles, invitations, profiles and check-in, on the staff's pages only."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

# The sentences of refusals, by their codes; `refusals` takes them up beside its own, which tablets say too.
REFUSED = {
    "person_meanwhile": _(
        "Somebody else has corrected this person meanwhile. Look again: to save now overwrites theirs."
    ),
    "table_not_yours": _("Table {table} is not one of those that you enter deals for."),
    "last_owner": _(
        "This is the only owner of {club}. Make somebody else its owner first: a club always has one."
    ),
    "role_held": _("{name} has this role already."),
    "role_lost": _("Your own role changed meanwhile. Nothing was changed."),
    "tables_only_for_scorers": _("Only scorers are kept to tables. Leave the tables empty."),
    "tables_need_event": _("Tables belong to an event. Choose the event, or leave the tables empty."),
    "not_to_be_helped": _(
        "{name} works for other clubs, too, or looks after this site. You cannot open that account."
    ),
    "password_wrong": _("This is not your password. Changing the e-mail address takes it."),
    "invitation_unknown": _("There is no such invitation. Look whether the link is complete."),
    "invitation_used": _("This invitation was accepted already. Each works once; ask for another one."),
    "invitation_expired": _("This invitation is too old. Ask for a new one."),
    "invitation_revoked": _("This invitation was taken back. Ask whoever sent it."),
    # tokens of programs
    "token_missing": _("Send the token of your program: Authorization: Bearer sparrows_…"),
    "token_unknown": _("This token is not known. Look whether it is complete, or make a new one."),
    "token_over": _("This token is too old, or was taken back. Make a new one."),
    "token_waits": _("Its owner must set up a second factor first. Until then the token opens nothing."),
    "token_lacks": _("This token does not go so far: it lacks “{scope}”."),
    "token_shown": _("This token was shown already. Take it back and make a new one if you do not have it."),
    # profiles and check-in
    "profile_taken": _("The profile of {name} is somebody’s already, or you have another one."),
    "already_here": _("{name} is checked in already."),
    "kiosk_closed": _("The self check-in is closed."),
    "not_here": _("{name} is not checked in."),
    "nobody_to_check_in": _("{name} has withdrawn or is a house player. Change the entry first."),
    "account_name_taken": _("Somebody here has the name {name} already. Add something that tells you apart."),
    "account_email_taken": _(
        "There is an account with this e-mail address. If it is yours, log in with it first."
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


# What browsers and systems say of themselves; the first that is found is meant, for many name others as well.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox"}
BROWSERS |= {"FxiOS": "Firefox", "Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS X": "Mac"}
SYSTEMS |= {"CrOS": "ChromeOS", "Linux": "Linux"}


def browser_called(user_agent: str) -> str:
    """Say which browser on which system somebody uses, as people call them."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("another program")


def _first(names: Mapping[str, str], text: str) -> str:
    return next((called for mark, called in names.items() if mark in text), "")
