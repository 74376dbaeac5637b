"""`manage.py draw_tiles`: write the sprites of tile faces that the pages use."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.tilefaces import STYLES, draw_sprite

FOLDER = Path(__file__).resolve().parents[2] / "static" / "sparrows" / "tiles"


class Command(BaseCommand):
    """Draw the tile faces again after a change to `tournaments.tilefaces`."""

    help = "Write static/sparrows/tiles from the tables of tournaments.tilefaces."

    def handle(self, *args: Any, **options: Any) -> None:
        """Overwrite the sprite of each style and say where it is."""
        for style in STYLES:
            sprite = FOLDER / f"{style}.svg"
            sprite.write_text(draw_sprite(style), encoding="utf-8")
            self.stdout.write(f"{sprite}")
