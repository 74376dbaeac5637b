"""`manage.py draw_tiles`: write the sprite of tile faces that the pages use."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.tilefaces import draw_sprite

SPRITE = Path(__file__).resolve().parents[2] / "static" / "sparrows" / "tiles.svg"


class Command(BaseCommand):
    """Draw the tile faces again after a change to `tournaments.tilefaces`."""

    help = "Write static/sparrows/tiles.svg from the tables of tournaments.tilefaces."

    def handle(self, *args: Any, **options: Any) -> None:
        """Overwrite the sprite and say where it is."""
        SPRITE.write_text(draw_sprite(), encoding="utf-8")
        self.stdout.write(f"{SPRITE}")
