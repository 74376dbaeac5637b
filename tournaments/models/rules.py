"""The tables of rules that competitions began with."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class KeptRules(models.Model):
    """A table of rules bound to its options, as `scoring.kept` writes it: one row for each content.

    `sha256` is the rules' own hash, which a competition names as its `ruleset_hash`. The database refuses to
    change a row.
    """

    sha256 = models.CharField(max_length=64, unique=True)
    content = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("table of rules")
        verbose_name_plural = _("tables of rules")

    def __str__(self) -> str:
        return self.sha256
