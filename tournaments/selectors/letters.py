"""What was written to whoever registered, as the staff see it."""

from django.db.models import QuerySet

from tournaments.models import Competition, Letter


def letters_of(competition: Competition) -> QuerySet[Letter]:
    """List an event's letters, the newest first."""
    of = Letter.objects.filter(registration__competition=competition)
    return of.select_related("registration__competition__club", "outbox")


def counted(letters: list[Letter]) -> list[tuple[str, str, int]]:
    """Count letters by state: its code, its name and how many; without what is empty."""
    states = [one.state for one in letters]
    found = [(state.value, str(state.label), states.count(state.value)) for state in Letter.State]
    return [one for one in found if one[2]]
