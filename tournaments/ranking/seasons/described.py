"""A policy in plain words: a sentence for each rule that is not what one would expect anyway."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from scoring.wording import written
from tournaments.ranking.figures import Amount, _
from tournaments.ranking.seasons.policy import (
    Choosing,
    Code,
    Falling,
    Formula,
    Minimum,
    Policy,
    Rising,
    Year,
)

Translate = Callable[[str], str]
Said = Iterator[str]

SCHEMES: Mapping[str, str] = {
    "net": _("A meeting gives the net of each table."),
    "table_points": _("A meeting gives points by the place at the table: {points}."),
    "place_points": _("A meeting gives points by the place of the whole evening: {points}."),
    "percent": _("A meeting gives the final score in per cent of the opening score."),
}
FORMULAS: Mapping[str, str] = {
    "none": _("nothing"),
    "fixed": _("{amount}"),
    "average": _("the mean of the meetings played"),
    "average_of_best": _("the mean of the best {of} meetings played"),
    "as_last": _("as much as the last of that meeting"),
}
SUBSTITUTES: Mapping[str, str] = {
    "nobody": _("What a substitute plays is nobody’s result."),
    "fixed": _("Whoever has a substitute gets {amount}."),
    "absent": _("Substitutes score for the absent player."),
    "himself": _("Substitutes score for themselves."),
}
PLURALS: Mapping[str, str] = {
    "guest": _("guests"),
    "substitute": _("substitutes"),
    "withdrawn": _("who withdrew"),
}
CRITERIA: Mapping[str, str] = {
    "total": _("total"),
    "points": _("points"),
    "net": _("net"),
    "mahjongs": _("mah-jongs made"),
    "given": _("fewer discards that others won on"),
    "firsts": _("first places at tables"),
    "attended": _("meetings attended"),
    "best_round": _("best meeting"),
    "countback": _("results that count, one by one"),
    "next_best": _("dropped results, one by one"),
    "head_to_head": _("nets where the tied met"),
    "lot": _("drawn lot"),
}


def described(policy: Policy, translate: Translate = str) -> tuple[str, ...]:
    """Say a whole policy, in the order in which a table is made by it."""
    looks = (_credit, _beside, _absence, counting, _minimum, _order, _parts)
    return tuple(sentence for look in looks for sentence in look(policy, translate))


def _points(points: Iterable[Amount] | Falling | None, translate: Translate) -> str:
    if isinstance(points, Falling):
        said = translate(_("{first} for the first, {step} less for each further place, at least {least}"))
        return said.format(
            first=written(points.first), step=written(points.step), least=written(points.least)
        )
    return ", ".join(written(each) for each in points or ())


def _credit(policy: Policy, translate: Translate) -> Said:
    if policy.credit_scheme:
        points = policy.place_points if policy.credit_scheme == "place_points" else policy.table_points
        yield translate(SCHEMES[policy.credit_scheme]).format(points=_points(points, translate))
    for seats, own in sorted(policy.table_points_of.items()):
        said = translate(_("At a table of {seats}: {points}."))
        yield said.format(seats=seats, points=_points(own, translate))
    for status in sorted(policy.places_without):
        yield translate(_("Places leave out {status}.")).format(status=translate(PLURALS[status]))


def _beside(policy: Policy, translate: Translate) -> Said:
    if policy.attendance_points:
        pro_rata = _("Attending gives {amount}, pro rata to the deals played.")
        said = pro_rata if policy.attendance_pro_rata else _("Attending gives {amount}.")
        yield translate(said).format(amount=written(policy.attendance_points))
    for bonus in policy.bonuses:
        said = _("Each {fact} gives {amount}, at most {most} times a meeting.")
        said = said if bonus.most is not None else _("Each {fact} gives {amount}.")
        yield translate(said).format(fact=bonus.fact, amount=written(bonus.each), most=bonus.most)
    if policy.penalties == "always":
        yield translate(_("Penalties always count, whether their meeting does or not."))
    if policy.wrong_sum == "not_counted":
        yield translate(_("A table whose nets do not add up to 0 does not count."))
    if policy.members_needed:
        yield translate(_("A meeting counts only with {n} members.")).format(n=policy.members_needed)


def _formula(formula: Formula, translate: Translate) -> str:
    amount = None if formula.amount is None else written(formula.amount)
    return translate(FORMULAS[formula.formula]).format(amount=amount, of=formula.of)


def _absence(policy: Policy, translate: Translate) -> Said:
    said = translate(_("Who is drawn to rest gets {amount}."))
    yield said.format(amount=_formula(policy.rested, translate))
    for name, code in policy.absence.items():
        said = translate(_("Absence “{name}” gives {amount}{more}."))
        yield said.format(name=name, amount=_formula(code.gives, translate), more=_more(code, translate))
    amount = None if policy.substitute_fixed is None else written(policy.substitute_fixed)
    yield translate(SUBSTITUTES[policy.substitute_policy]).format(amount=amount)


def _more(code: Code, translate: Translate) -> str:
    told = {
        "attended": _(", counts as attended"),
        "attendance_points": _(", with the points for attending"),
    }
    more = "".join(translate(each) for name, each in told.items() if getattr(code, name))
    if not code.discardable:
        more += translate(_(", cannot be dropped"))
    if code.most is None:
        return more
    return more + translate(_(", at most {most} times")).format(most=code.most)


def counting(policy: Policy, translate: Translate = str) -> Said:
    """Say which meetings of a player count, and what is made of them."""
    yield _choosing(policy.choosing, translate)
    if policy.absence_replaces:
        yield translate(_("Every absence is a 0 among the results."))
    if policy.aggregate == "mean":
        wanted = policy.divide_by == "wanted"
        yield translate(
            _("The total is their mean; absences that count as 0 take part.")
            if wanted
            else _("The total is their mean.")
        )
    elif policy.aggregate == "percent":
        yield translate(_("The total is 100 × all final scores / all opening scores."))


def _choosing(choosing: Choosing, translate: Translate) -> str:
    if choosing.best_of is not None:
        one = translate(_("Each player’s best meeting counts."))
        many = translate(_("Each player’s best {n} meetings count."))
        return one if choosing.best_of == 1 else many.format(n=choosing.best_of)
    if choosing.discards:
        pattern = ", ".join(map(str, choosing.discards))
        return translate(_("After 1, 2, ... meetings the worst {pattern} are dropped.")).format(
            pattern=pattern
        )
    if every := choosing.discard_every:
        attended = _("One result more is dropped for every {every} meetings attended beyond {first}.")
        held = _("One result more is dropped for every {every} meetings held beyond {first}.")
        said = translate(attended if every.of == "attended" else held)
        return said.format(every=every.every, first=every.first)
    if choosing.rising:
        said = translate(_("How many of the best meetings count rises: {steps}."))
        return said.format(steps=_steps(choosing.rising, translate))
    if trimmed := choosing.trimmed:
        if trimmed.per is not None:
            said = translate(_("The best and the worst result are dropped for every {per}."))
            return said.format(per=trimmed.per)
        said = translate(_("The best {best} and the worst {worst} results are dropped."))
        return said.format(best=trimmed.best, worst=trimmed.worst)
    return translate(_("Every meeting counts."))


def _steps(rising: Rising, translate: Translate) -> str:
    step = translate(_("{figure} from meeting {first} on"))
    return ", ".join(step.format(figure=figure, first=first) for first, figure in rising)


def _minimum(policy: Policy, translate: Translate) -> Said:
    needed = _needed(policy.minimum_attendance, translate)
    if not needed:
        return
    after = _("Who attended fewer than {needed} is ranked behind all others.")
    unranked = _("Who attended fewer than {needed} is not ranked.")
    yield translate(after if policy.unqualified == "after" else unranked).format(needed=needed)


def _needed(minimum: Minimum, translate: Translate) -> str:
    if minimum.per_cent is not None:
        said = translate(_("{n} per cent of the meetings"))
        return said.format(n=minimum.per_cent) if minimum.per_cent else ""
    if minimum.as_counted:
        return translate(_("as many meetings as count"))
    if minimum.rising:
        return translate(_("the minimum of the moment ({steps})")).format(
            steps=_steps(minimum.rising, translate)
        )
    return translate(_("{n} meetings")).format(n=minimum.number) if minimum.number else ""


def _order(policy: Policy, translate: Translate) -> Said:
    names = ", ".join(translate(CRITERIA[code]) for code in policy.criteria)
    yield translate(_("Places by {names}.")).format(names=names)
    if policy.figures_of == "counted":
        yield translate(_("Ties are decided by the figures of meetings that count."))


def _parts(policy: Policy, translate: Translate) -> Said:
    if policy.periods:
        said = translate(_("{name} (meetings {first} to {last})"))
        names = ", ".join(
            said.format(name=each.name, first=each.first, last=each.last) for each in policy.periods
        )
        yield translate(_("Periods, each with a table of its own: {names}.")).format(names=names)
    if policy.year:
        yield _year(policy.year, translate)
    if policy.finals:
        each = _("The first {n} of each period go on to the final.")
        table = _("The first {n} go on to the final.")
        said = each if policy.finals.made_from == "periods" else table
        yield translate(said).format(n=policy.finals.places)
    if policy.divisions:
        names = ", ".join(each.name for each in policy.divisions)
        yield translate(_("Divisions, each with a table of its own: {names}.")).format(names=names)
    if policy.roll_over is not None:
        yield translate(_("Carried into the next season: {share} of the total.")).format(
            share=written(policy.roll_over)
        )


def _year(year: Year, translate: Translate) -> str:
    best = year.choosing.best_of
    if year.made_from == "meetings":
        return translate(_("The year is a table over all meetings."))
    if year.made_from == "places":
        said = translate(_("The year adds points for the place in each period: {points}."))
        told = said.format(points=_points(year.points, translate))
    else:
        told = translate(_("The year adds the totals of the periods."))
    if best is None:
        return told
    counting = translate(_("The best {n} count."))
    return f"{told} {counting.format(n=best)}"
