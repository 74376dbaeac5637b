"""The template tags of the pages: tiles, hands, winds, signed numbers and icons."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from django import template
from django.forms import BaseForm, BoundField
from django.template import Context
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wording import MINUS, written
from tournaments.tilefaces import CODES, UNDER_WORDS, Look, handview, symbols_of
from tournaments.wording import citations, reasons, seasons, tiles
from tournaments.wording.accounts import browser_called, spans
from tournaments.wording.lengths import lasts
from tournaments.wording.people import told_apart
from tournaments.wording.rounds import round_name
from tournaments.wording.settings import TILE_STYLES, option_said, rules_name

register = template.Library()
register.filter(option_said)
register.filter(rules_name)

NOTHING = "\u2013"
SIZES = {"s": " tile-s", "m": "", "l": " tile-l"}
BACK = ("back",)
PLAIN = 3  # symbols of a tile without a word: body, picture and corner
MOVED = format_html(' transform="{}"', UNDER_WORDS)


@register.simple_tag(takes_context=True)
def tile(context: Context, code: str, size: str = "m", down: bool = False, won: bool = False) -> SafeString:
    """Draw one tile; `size` is s, m or l. A code that is no tile is written out instead of drawn."""
    if code not in CODES:
        return format_html('<span class="badge">{}</span>', code)
    look = look_in(context)
    label = tiles.tile_name(code, look.words)
    if down:
        label = _("%(tile)s, face down") % {"tile": label}
    if won:
        label = _("%(tile)s, winning tile") % {"tile": label}
    return _drawn(BACK if down else symbols_of(code, look.marks), label, size, look)


@register.simple_tag(takes_context=True)
def tile_back(context: Context, size: str = "m") -> SafeString:
    """Draw a tile of which only the back is known."""
    return _drawn(BACK, str(tiles.FACE_DOWN), size, look_in(context))


def look_in(context: Context) -> Look:
    """Give the look of the club that a page is about; the program's own where it is about none."""
    look: Look | None = context.get("look")
    club = getattr(context.get("competition"), "club", None) or context.get("club")
    return look or (Look.of(club) if club else Look())


@register.simple_tag
def tile_styles() -> list[dict[str, str]]:
    """List the styles that a reader can choose from, each with its name and the address of its sprite."""
    named = TILE_STYLES.items()
    return [{"id": style, "name": _(name), "sprite": sprite_of(style)} for style, name in named]


def sprite_of(style: str) -> str:
    """Give the address of a style's sprite."""
    return static(f"sparrows/tiles/{style}.svg")


def _drawn(symbols: Sequence[str], label: str, size: str, look: Look) -> SafeString:
    """Lay a tile together of symbols of its style; a word in the corner moves the picture down."""
    sprite, moved = sprite_of(look.style), MOVED if len(symbols) > PLAIN else ""
    parts = ((moved if place == 1 else "", sprite, symbol) for place, symbol in enumerate(symbols))
    return format_html(
        '<svg class="tile{}" viewBox="0 0 64 80" role="img" aria-label="{}">{}</svg>',
        SIZES[size],
        label,
        format_html_join("", '<use{} href="{}#{}"></use>', parts),
    )


register.filter(told_apart)
register.filter(spans)
register.filter(browser_called)


@register.filter
def passed(moment: datetime, now: datetime | None = None) -> str:
    """Say how long ago a moment is; what is less than a minute is no number of them."""
    if (now or timezone.now()) - moment < timedelta(minutes=1):
        return _("less than a minute")
    return timesince(moment, now)


@register.filter
def faults(form: BaseForm) -> int:
    """Count what a form says is wrong, as the list of it does."""
    return sum(map(len, form.errors.values()))


@register.filter
def without_placeholder(field: BoundField) -> BoundField:
    """Take from a field what stands in it only to say its label again."""
    field.field.widget.attrs.pop("placeholder", None)
    return field


@register.filter
def said(reason: str) -> str:
    """Say the reason of a change, which the program may have given itself."""
    return reasons.said(reason)


@register.filter
def get(told: Mapping[Any, Any], key: Any) -> Any:
    """Look something up in what a page was given."""
    return told.get(key, key)


@register.filter
def state_said(state: str) -> str:
    """Say what became of a meeting in a table."""
    return str(seasons.STATES.get(state, state))


@register.filter
def cited(source: str) -> SafeString:
    """Say where a rule is written; the choices in it are links to their list on the page of the rules."""
    told = citations.cited(source)
    places = format_html_join(" · ", "{}", ((place,) for place in told.places))
    choices = format_html_join(
        ", ", '<a href="#choice-{0}">{1}</a>', ((n, citations.choice(n)) for n in told.choices)
    )
    return format_html_join(" · ", "{}", ((part,) for part in (places, choices) if part))


LIES = {
    "exposed": gettext_lazy("exposed"),
    "concealed": gettext_lazy("concealed"),
    "rack": gettext_lazy("rack"),
    "unshown": gettext_lazy("not shown"),
    "won": gettext_lazy("winning tile"),
    "bonus": gettext_lazy("bonus tiles"),
}


@register.inclusion_tag("includes/hand.html", takes_context=True)
def hand(context: Context, declared: Mapping[str, Any], size: str = "m") -> dict[str, Any]:
    """Lay out a declared hand: exposed melds, concealed melds, the rack, the winning tile, bonus tiles."""
    laid = [(group, LIES[group.kind]) for group in handview.groups(declared)]
    return {"groups": laid, "size": size, "look": look_in(context)}


@register.simple_tag(takes_context=True)
def suit_name(context: Context, suit: str) -> str:
    """Say what the club calls a suit: B, C or D."""
    return tiles.suit_name(suit, look_in(context).words)


@register.simple_tag
def wind(letter: str, name: bool = False, large: bool = False) -> SafeString:
    """Draw the mark of a wind; with `name` its name stands beside it, else only screen readers hear it."""
    return _wind(letter, name, large, tiles.wind_name(letter))


@lru_cache(maxsize=512)  # a board has hundreds, and Django formats each for as long as it takes to read it
def _wind(letter: str, name: bool, large: bool, said: str) -> SafeString:
    return format_html(
        '<span class="wind wind-{}{}"><span class="wind-mark" aria-hidden="true">{}</span>'
        '<span class="{}">{}</span></span>',
        letter or "rests",
        " wind-lg" if large else "",
        letter or "–",
        "wind-name" if name or not letter else "visually-hidden",
        said,
    )


register.simple_tag(round_name)


class Beside(Protocol):
    """Whoever has a number that stands beside the name: an entry."""

    @property
    def number_beside(self) -> str: ...


@register.simple_tag
def beside(entry: Beside) -> SafeString:
    """Write the number of an entry behind its name, small, and nothing where the name has it."""
    number = entry.number_beside
    return format_html(' <small class="muted">{}</small>', number) if number else SafeString()


@register.simple_tag
def money(amount: int | Fraction | None, word: bool = False) -> SafeString:
    """Write a signed number so that sign, colour and word say the same; with `word` the word is seen, too."""
    if amount is None:
        return format_html('<span class="money money-even">{}</span>', NOTHING)
    return _money(amount, word, *_flow(amount))


@lru_cache(maxsize=4096)
def _money(amount: int | Fraction, word: bool, sign: str, flow: str, said: str) -> SafeString:
    return format_html(
        '<span class="money money-{}">{} <span class="money-word{}">{}</span></span>',
        flow,
        f"{sign}{exact(amount if amount >= 0 else -amount)}",
        "" if word else " visually-hidden",
        said,
    )


def _flow(amount: int | Fraction) -> tuple[str, str, str]:
    """Return sign, class and word of an amount that flows to or from a player."""
    if amount > 0:
        return "+", "gain", _("receives")
    return (MINUS, "loss", _("pays")) if amount < 0 else ("", "even", _("even"))


@register.filter
def length_of(event: Any) -> str:
    """Say how long a round lasts, or the rounds of a competition."""
    if hasattr(event, "deals_per_round"):
        return lasts(event.deals_per_round, event.winds_per_round, event.minutes_per_round)
    return lasts(event.deals, event.winds, event.minutes)


@register.filter
def exact(amount: int | Fraction | None) -> str:
    """Write an exact number: whole thousands grouped, a fraction as a fraction (`7 1/3`); a dash for None."""
    return NOTHING if amount is None else written(amount)


@register.simple_tag
def icon(name: str, label: str = "", classes: str = "") -> SafeString:
    """Draw an icon of icons.svg; without a label it is decoration and hidden from screen readers."""
    return _icon(name, str(label), classes, static("sparrows/icons.svg"))


@lru_cache(maxsize=512)
def _icon(name: str, label: str, classes: str, source: str) -> SafeString:
    spoken = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="icon icon-{}{}" viewBox="0 0 24 24" {}><use href="{}#{}"></use></svg>',
        name,
        f" {classes}" if classes else "",
        spoken,
        source,
        name,
    )
