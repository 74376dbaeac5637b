"""How a deal ended, in words: who won and how, and what only some rules know of it.

Reads the declaration and the result as `explained` does; `names` are by seat.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.deal.preview import Json, Names
from tournaments.deal.reckon import TOTALS
from tournaments.wording.tiles import tile_name

WON = {
    "wall": _("{winner} goes mah-jong with a tile from the wall."),
    "loose_tile": _("{winner} goes mah-jong with a loose tile."),
    "last_wall": _("{winner} goes mah-jong with the last tile of the wall."),
    "discard": _("{winner} goes mah-jong on a discard of {giver}."),
    "last_discard": _("{winner} goes mah-jong on the last discard, from {giver}."),
    "first_discard": _("{winner} goes mah-jong on the first discard, from {giver}."),
    "robbed_kong": _("{winner} goes mah-jong by robbing the kong of {giver}."),
    "dealt": _("{winner} goes mah-jong with the tiles as dealt."),
}
WON_SOMEHOW = _("{winner} goes mah-jong.")
WON_TOGETHER = {
    "discard": _("{winner} go mah-jong on one discard of {giver}."),
    "last_discard": _("{winner} go mah-jong on the last discard, from {giver}."),
    "first_discard": _("{winner} go mah-jong on the first discard, from {giver}."),
    "robbed_kong": _("{winner} go mah-jong by robbing the kong of {giver}."),
}
WON_TOGETHER_SOMEHOW = _("{winner} go mah-jong on one tile.")
VOID = _("The deal is void: nobody scores, wins or gives.")
TOTALLED = _("Entered as totals: what each player won or lost over all deals of this table.")
ENDED = _("The deal was ended without a mah-jong.")
DRAW = _("Nobody goes mah-jong: a draw.")
COUNTED_DRAW = _("Nobody goes mah-jong: a draw, in which all four hands count.")
GOULASH = _("A goulash: no chows.")
GOULASH_WILD = _("A goulash: no chows, and wild tiles ({tile}).")
FAVOURED = _("{name} pays and is paid double in this deal, instead of East.")
DROPPED = _("{names} showed a mah-jong below the minimum and dropped out.")


def outcome_sentence(content: Json, result: Json, names: Names) -> str:
    """Say in one sentence how a deal ended."""
    if content.get("void"):
        return gettext(VOID)
    if not content.get("winners"):
        return gettext(_unwon(content, result))
    giver = content.get("discarder") or result.get("robbed_from") or ""
    template = _won(content, bool(giver))
    return gettext(template).format(winner=_all(content["winners"], names), giver=names.get(giver, ""))


def _unwon(content: Json, result: Json) -> str:
    told = {"ended": ENDED, TOTALS: TOTALLED}
    if content.get("outcome") in told:
        return told[content["outcome"]]
    values = (result.get("values") or {}).values()
    return COUNTED_DRAW if any(value is not None for value in values) else DRAW


def _won(content: Json, has_giver: bool) -> str:
    """Choose the sentence of a mah-jong: one winner or several, and how, as far as that is known."""
    alone = len(content["winners"]) == 1
    templates, somehow = (WON, WON_SOMEHOW) if alone else (WON_TOGETHER, WON_TOGETHER_SOMEHOW)
    template = templates.get(content.get("win_source") or "", somehow)
    return template if has_giver or "{giver}" not in template else somehow


def notes(content: Json, result: Json, names: Names, words: str) -> Iterator[str]:
    """Say what few rules know: a goulash, who pays double instead of East, who dropped out."""
    if result.get("goulash"):
        wild = content.get("wild")
        yield gettext(GOULASH_WILD).format(tile=tile_name(wild, words)) if wild else gettext(GOULASH)
    if result.get("favoured"):
        yield gettext(FAVOURED).format(name=names.get(result["favoured"], ""))
    if content.get("dropped"):
        yield gettext(DROPPED).format(names=_all(content["dropped"], names))


def _all(seats: Sequence[str], names: Names) -> str:
    """Join the names of several people."""
    *others, last = [names.get(seat, "") for seat in seats]
    if not others:
        return last
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last}
