"""Who may act for a club stands in tournaments.Right."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_club_tiles"),
        ("tournaments", "0024_rights"),
    ]

    operations = [migrations.DeleteModel(name="Membership")]
