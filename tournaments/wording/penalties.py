"""Who pays whom for a penalty, by what the rules call it (`PenaltyRow.pays`)."""

from django.utils.translation import gettext_lazy as _

PAYS = {
    "nobody": _("pays nothing for it"),
    "misled": _("pays each player misled"),
    "everyone": _("pays each of the others; the deal is over"),
    "winner": _("pays the winner for all three; the others pay and settle nothing"),
}
