"""The rules of an event on a sheet or two: what counts, what special hands are worth, who pays whom."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import RuleSet
from scoring.wording import written
from tournaments.models import Competition
from tournaments.printing.facts import Facts, penalties
from tournaments.printing.page import GREY, INK, MARGIN, POINT, Paper, drawable
from tournaments.selectors.differences import differences
from tournaments.selectors.explained import special_name
from tournaments.selectors.rule_lines import rotation, rows_in_play, settlement
from tournaments.wording.lengths import lasts

GAP, SIZE, LEADING = 10.0, 8.5, 1.35
AMOUNT = 26.0


class Columns:
    """Text that runs down two columns and on to the next page."""

    def __init__(self, paper: Paper, title: str, under: str) -> None:
        self.paper, self.title, self.under = paper, title, under
        self.wide = (paper.inner - GAP) / 2
        self.column, self.top = 1, 0.0
        self.y = paper.bottom

    @property
    def x(self) -> float:
        """Give the left end of the column."""
        return MARGIN + self.column * (self.wide + GAP)

    def room(self, high: float) -> None:
        """Go on in the next column where so much has no room."""
        if self.y + high <= self.paper.bottom:
            return
        self.column = 1 - self.column
        if self.column == 0:
            self.top = self.paper.headline(self.title, self.under)
        self.y = self.top

    def heading(self, text: str) -> None:
        """Begin a section; no heading stands alone at the foot of a column."""
        self.room(16)
        self.y += 6
        self.paper.line_of(self.x, self.y, self.wide, text, 11, bold=True)
        self.y += 1.5
        self.paper.line(self.x, self.y, self.x + self.wide, self.y)
        self.y += 1

    def sentence(self, text: str, amount: str = "") -> None:
        """Write text, with an amount at the right end of its first line."""
        paper, high = self.paper, SIZE * POINT * LEADING
        paper.set_font("body", "", SIZE)
        rows = list(wrapped(paper, text, self.wide - (AMOUNT if amount else 0)))
        self.room(high * len(rows) + 1)
        paper.set_font("body", "", SIZE)
        base = self.y + high * 0.8
        for place, row in enumerate(rows):
            paper.text(self.x, base + place * high, row)
        if amount:
            paper.write_right(self.x + self.wide, base, amount, SIZE)
        self.y += high * len(rows)
        self.y += 0.8


def wrapped(paper: Paper, text: str, wide: float) -> Iterator[str]:
    """Break text into lines at its spaces."""
    line = ""
    for word in drawable(text).split():
        longer = f"{line} {word}".strip()
        if line and paper.get_string_width(longer) > wide:
            yield line
            longer = word
        line = longer
    yield line


def rule_summary(paper: Paper, facts: Facts) -> None:
    """Write the rules as the event plays them."""
    rules = facts.rules
    columns = Columns(paper, _(rules.name), facts.competition.name)
    for heading, lines in _sections(facts.competition, rules):
        told = list(lines)
        if told:
            columns.heading(heading)
        for text, amount in told:
            columns.sentence(text, amount)
    paper.ink(GREY)
    columns.sentence(_("Every row with its source stands on the event’s page of rules."))
    paper.ink(INK)


Lines = Iterator[tuple[str, str]]


def _sections(competition: Competition, rules: RuleSet) -> Iterator[tuple[str, Lines]]:
    yield _("Basics"), _basics(competition, rules)
    yield _("Otherwise than usual"), _otherwise(rules)
    yield _("Points"), _rows(rules, rules.points, "")
    yield _("Doubles"), _rows(rules, rules.doubles, "× ")
    yield _("Special hands: mah-jong, fishing"), _special(rules)
    yield _("Settlement"), ((said, "") for _place, said in settlement(rules))
    yield _("East, and the end"), ((said, "") for said in rotation(rules))
    yield _("Penalties"), ((said, "") for said in penalties(rules))


def _basics(competition: Competition, rules: RuleSet) -> Lines:
    yield _("Limit of a hand"), _("none") if rules.limit is None else written(rules.limit)
    yield _("Chows in a mah-jong, at most"), str(rules.chows)
    yield _("Flowers and seasons"), _("used") if rules.bonus_tiles else _("not used")
    told = (competition.deals_per_round, competition.winds_per_round, competition.minutes_per_round)
    if length := lasts(*told):
        said = _("A meeting: %(length)s") if competition.is_season else _("A round: %(length)s")
        yield said % {"length": length}, ""
    if competition.minutes_per_round:
        yield _("When the time is up: %(rule)s") % {"rule": competition.get_last_deal_display()}, ""


def _otherwise(rules: RuleSet) -> Lines:
    for one in differences(rules):
        told = {"about": one.about, "here": one.here, "usual": one.usual}
        yield _("%(about)s Here: %(here)s (usually %(usual)s)") % told, ""


def _rows(rules: RuleSet, rows: tuple[object, ...], times: str) -> Lines:
    """Name rows with what they are worth; a double twice as often is said as a factor."""
    for row in rows_in_play(rows, rules):
        amount = written(2**row.amount if times else row.amount)
        yield f"{row.name} ({row.who})" if times else row.name, f"{times}{amount}"


def _special(rules: RuleSet) -> Lines:
    for row in rules.special:
        won, fishing = _worth(row.value, row.doubles), _worth(row.fishing, row.fishing_doubles)
        yield row.name or special_name(row.code), f"{won}, {fishing}"


def _worth(value: int | None, count: int | None) -> str:
    """Say what a hand is worth, or how often it is doubled."""
    if value is not None or count is None:
        return "–" if value is None else written(value)
    return ngettext("%(n)s double", "%(n)s doubles", count) % {"n": count}
