"""What counts the codes typed at an address counts public forms too, and is named for both."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_kiosk")]

    operations = [
        migrations.RenameModel("PairingAttempt", "Throttle"),
        migrations.RenameField("throttle", "address", "name"),
    ]
