"""What was written to whoever registered, as the staff see it."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Competition, Letter


def letters_of(competition: Competition) -> QuerySet[Letter]:
    """List an event's letters, the newest first."""
    of = Letter.objects.filter(registration__competition=competition)
    return of.select_related("registration__competition__club", "outbox")


OVERTAKEN = "overtaken"  # beside the states in which a letter is kept


def state_of(letter: Letter) -> str:
    """Give the state that a letter is listed under: its own, or that it is overtaken."""
    return OVERTAKEN if letter.is_overtaken else letter.state


def failed(competition: Competition) -> int:
    """Count the letters that failed and are still to be sent."""
    rows = letters_of(competition).filter(state=Letter.State.FAILED)
    return sum(not one.is_overtaken for one in rows)


def counted(letters: list[Letter]) -> list[tuple[str, str, int]]:
    """Count letters by state: its code, its name and how many; without what is empty."""
    states = [state_of(one) for one in letters]
    named = [*((state.value, str(state.label)) for state in Letter.State), (OVERTAKEN, _("overtaken"))]
    found = [(code, name, states.count(code)) for code, name in named]
    return [one for one in found if one[2]]
