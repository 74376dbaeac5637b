"""What the finals of an event change on its own pages."""

from django.db.models import IntegerField, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from tournaments.models.competition import Competition


def finals_revision() -> Coalesce:
    """Add up the revisions of the finals below each competition; 0 where it has none."""
    below = Q(part_of=OuterRef("pk")) | Q(part_of__part_of=OuterRef("pk"))
    finals = Competition.objects.filter(below, part=Competition.Part.FINAL).order_by()
    summed = finals.values("part").annotate(total=Sum("revision")).values("total")
    return Coalesce(Subquery(summed, output_field=IntegerField()), 0)
