"""Who pays whom for a penalty, by what the rules call it (`PenaltyRow.pays`)."""

from django.utils.translation import gettext_lazy as _

from scoring.rules import PenaltyRow
from scoring.wording import written

PAYS = {
    "nobody": _("pays nothing for it"),
    "misled": _("pays each player misled"),
    "everyone": _("pays each of the others; the deal is over"),
    "winner": _("pays the winner for all three; the others pay and settle nothing"),
}


def cost(row: PenaltyRow) -> str:
    """Say what a penalty costs and who is paid: `500, pays each of the others; the deal is over`."""
    return f"{written(row.amount)}, {PAYS[row.pays]}" if row.amount else str(PAYS[row.pays])
