"""Which file is written by what."""

from collections.abc import Callable, Mapping

from tournaments.models import Competition, Export
from tournaments.publishing.bundle import signed_bundle
from tournaments.publishing.exports import ema_csv, everything_json, standings_csv
from tournaments.publishing.workbook import workbook

WRITERS: Mapping[str, Callable[[Competition], bytes]] = {
    Export.Format.CSV: standings_csv,
    Export.Format.XLSX: workbook,
    Export.Format.EMA: ema_csv,
    Export.Format.JSON: everything_json,
    Export.Format.BUNDLE: signed_bundle,
}
