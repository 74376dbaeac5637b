"""What leaves the ledger: the outbox and exports. Standings are no rows: they are worked out."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.competition import Competition


class Outbox(models.Model):
    """Work promised in the same transaction as its cause; `done_at` is set with the effect."""

    class Topic(models.TextChoices):
        EXPORT = "export", _("write an export")
        PAPERS = "papers", _("draw all papers")
        SITE = "site", _("write the public pages as files")
        LETTER = "letter", _("send an e-mail")
        SEARCH = "search", _("search for a better seating")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="outbox")
    topic = models.CharField(max_length=12, choices=Topic)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        ordering = ["pk"]


class Export(models.Model):
    """A competition written out as a file, asked for by staff."""

    class Format(models.TextChoices):
        CSV = "csv", _("CSV (standings)")
        XLSX = "xlsx", _("Workbook (standings, every deal, prizes)")
        EMA = "ema", _("CSV for the EMA (place, EMA number, name, country, score)")
        JSON = "json", _("JSON (everything)")
        PAPERS = "zip", _("ZIP (all papers as PDFs)")
        SITE = "site", _("ZIP (the public pages, as files for any web server)")
        BUNDLE = "seal", _("Signed bundle (everything, to be checked by others)")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="exports")
    format = models.CharField(max_length=4, choices=Format)
    outbox = models.OneToOneField(Outbox, models.PROTECT, related_name="export")
    revision = models.PositiveIntegerField(null=True, blank=True)
    body = models.BinaryField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
