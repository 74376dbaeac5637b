"""What was before and after a line of the log, in words: people where seats stood, settings by their names.

The log keeps ids, codes and numbers, since a person's name could never be erased there.
"""

from ast import literal_eval
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model, Prefetch, prefetch_related_objects
from django.utils.formats import date_format
from django.utils.translation import gettext

import scoring
from players.models import Club, Player
from scoring.house import HOUSE, OFF
from scoring.wording import written
from tournaments.models import Action, Competition, DealVersion, Entry, ScoreRow, Team
from tournaments.powers import Role
from tournaments.ranking.standings import CRITERIA, criterion_name
from tournaments.selectors import history
from tournaments.wording import settings
from tournaments.wording.accounts import spans
from tournaments.wording.tiles import wind_name

Change = tuple[str, str, str]  # what, before, after
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Meant:
    """What the ids in some lines mean: versions of deals by hash; people, accounts and events by key.

    `undone` says when the lines were written that some take back.
    """

    versions: Mapping[str, DealVersion]
    people: Mapping[int, str]
    users: Mapping[int, str]
    events: Mapping[int, str]
    teams: Mapping[int, str]
    undone: Mapping[int, datetime]


def meant(actions: Iterable[Action]) -> Meant:
    """Read what some lines are about, in as many queries for one as for fifty."""
    listed = [action.facts for action in actions]
    hashes = [facts["sha256"] for facts in listed if "sha256" in facts]
    people = [side["player"] for facts in listed for side in _sides(facts) if side.get("player")]
    return Meant(
        {one.sha256: one for one in _versions(hashes)},
        {one.pk: one.name for one in Player.objects.filter(pk__in=people)},
        dict(_named(User, "username", [facts["user"] for facts in listed if "user" in facts])),
        dict(_named(Competition, "name", [key for facts in listed for key in _events_in(facts)])),
        dict(_named(Team, "name", [key for facts in listed for key, _numbers in _teams_in(facts)])),
        dict(_named(Action, "at", [facts["undoes"] for facts in listed if "undoes" in facts])),
    )


def _versions(hashes: list[str]) -> list[DealVersion]:
    """Read versions with what they superseded, and whose scores they are, in two queries."""
    found = DealVersion.objects.filter(sha256__in=hashes).defer("content", "result")
    versions = list(found.select_related("supersedes"))
    scores = Prefetch("scores", ScoreRow.objects.select_related("entry__player"))
    prefetch_related_objects([*versions, *(one.supersedes for one in versions if one.supersedes)], scores)
    return versions


def _events_in(facts: Facts) -> Iterable[int]:
    return (*([facts["event"]] if "event" in facts else ()), *facts.get("finals", ()))


def _teams_in(facts: Facts) -> Iterable[list[Any]]:
    return [one for kind in ("teams", "named") for one in (*_before(facts, kind), *_now(facts, kind))]


def _before(facts: Facts, kind: str) -> Iterable[list[Any]]:
    return facts.get(f"{kind}_before") or ()


def _now(facts: Facts, kind: str) -> Iterable[list[Any]]:
    return facts.get(f"{kind}_now") or ()


def _named(model: type[Model], name: str, keys: list[int]) -> Iterable[tuple[int, Any]]:
    return model._default_manager.filter(pk__in=keys).values_list("pk", name) if keys else ()


def roles_said(facts: Facts, known: Meant) -> dict[str, Any]:
    """Say whose role a line is about, which one and where, in words; what has no such facts says nothing."""
    said = {
        "user": known.users.get(facts.get("user", 0)),
        "role": str(Role(facts["role"]).label) if "role" in facts else None,
        "event": known.events.get(facts.get("event", 0)),
        "tables": spans(facts.get("tables") or []) or None,
    }
    return said if "role" in facts or "user" in facts else {}


def parts_said(facts: Facts, known: Meant) -> dict[str, Any]:
    """Name the parts of an event that a line is about."""
    return {"finals": ", ".join(known.events[key] for key in facts.get("finals", ()) if key in known.events)}


def changes(action: Action, known: Meant, *, season: bool) -> tuple[Change, ...]:
    """Pair what was before with what came after, where they differ."""
    facts = action.facts
    if action.verb == "deal_held":
        pairs: Iterable[Change] = ()  # what a tablet counted changed nothing
    elif "net" in facts:
        pairs = _nets(facts, known.versions.get(facts.get("sha256", "")))
    elif action.verb == "entry_change":
        pairs = _entry(*_sides(facts), known.people)
    elif action.verb == "teams_set":
        pairs = (*_teams(facts, "teams", known), *_settings(*_sides(facts), season))
    elif action.verb == "line_ups_set":
        pairs = _teams(facts, "named", known)
    elif "carried_now" in facts:
        pairs = _carried(facts)
    elif action.verb == "right_change":
        pairs = _right(*_sides(facts))
    elif action.verb == "club_change":
        pairs = _club(*_sides(facts))
    else:
        pairs = _settings(*_sides(facts), season)
    return tuple((what, was, now) for what, was, now in pairs if was != now)


def _teams(facts: Facts, kind: str, known: Meant) -> Iterator[Change]:
    """Say of each team who was of it, or was named for it, and who is now, by numbers."""
    before, after = dict(_before(facts, kind)), dict(_now(facts, kind))
    for key in sorted({*before, *after}):
        name = known.teams.get(key) or gettext("a team that is no more")
        yield name, shown(before.get(key, [])), shown(after.get(key, []))


def _carried(facts: Facts) -> Iterator[Change]:
    """Say what each finalist brought, and brings now, by numbers."""
    before, after = (dict(facts[name]) for name in ("carried_before", "carried_now"))
    for number in sorted({*before, *after}):
        yield gettext("No. %(number)s") % {"number": number}, before.get(number, "0"), after.get(number, "0")


def _right(before: Facts, after: Facts) -> Iterator[Change]:
    """Say which role became which, and the tables of a scorer."""
    yield gettext("role"), str(Role(before["role"]).label), str(Role(after["role"]).label)
    yield gettext("tables"), spans(before["tables"]), spans(after["tables"])


def _sides(facts: Facts) -> tuple[Facts, Facts]:
    return facts.get("before") or {}, facts.get("after") or {}


def _nets(facts: Facts, version: DealVersion | None) -> Iterator[Change]:
    """Say what each person had of a deal and has now; where nobody is known, what each seat had."""
    before, after = facts.get("before") or {}, facts["net"]
    if version is not None:
        before = history.nets_of(version.supersedes) if version.supersedes else {}
        after = history.nets_of(version)
    for who in {**after, **before}:
        name = wind_name(who) if isinstance(who, str) else str(who)
        yield name, _net(before, who, before), _net(after, who, before)


def _net(nets: Mapping[Any, int], who: Any, before: Mapping[Any, int]) -> str:
    """Write a net; who has none of a deal that was there before has 0, of a new one nothing."""
    return signed(nets.get(who, 0)) if nets or before else ""


def signed(amount: int) -> str:
    """Write what somebody wins or loses, as on every page."""
    return f"+{written(amount)}" if amount > 0 else written(amount)


def _entry(before: Facts, after: Facts, people: Mapping[int, str]) -> Iterator[Change]:
    statuses = {str(code): str(label) for code, label in Entry.Status.choices}
    names: Mapping[str, Mapping[Any, str]] = {"status": statuses, "player": people}
    for key, label in settings.OF_AN_ENTRY.items():
        known = names[key]
        was, now = (side.get(key) or "" for side in (before, after))
        yield gettext(label), known.get(was, str(was)), known.get(now, str(now))


def _club(before: Facts, after: Facts) -> Iterator[Change]:
    for field in Club._meta.fields:
        said = {str(code): str(label) for code, label in field.flatchoices}
        was, now = (str(side.get(field.name, "")) for side in (before, after))
        yield str(field.verbose_name), said.get(was, was), said.get(now, now)


def settings_said(before: Facts, after: Facts) -> tuple[Change, ...]:
    """Say which settings of a tournament became what; both sides as the log keeps them, as text."""
    return tuple((what, was, now) for what, was, now in _settings(before, after, False) if was != now)


def _settings(before: Facts, after: Facts, season: bool) -> Iterator[Change]:
    labels = settings.SETTINGS | (settings.OF_A_SEASON if season else {})
    for name in [*labels, *sorted({*before, *after} - {*labels, "ruleset_options"})]:
        was, now = (_setting(name, side, season) for side in (before, after))
        yield gettext(labels.get(name, name)), was, now
    yield from _options(before, after)


def _setting(name: str, side: Facts, season: bool) -> str:
    """Say what a setting was; the log keeps it as text."""
    text = str(side.get(name, ""))
    field = next((one for one in Competition._meta.fields if one.name == name), None)
    if field is not None and field.choices:
        return str(dict(field.flatchoices).get(text, text))
    if name == "ruleset":
        return settings.rules_name(text)
    value = _value(text)
    if name == "criteria" and isinstance(value, list):
        known = (gettext(criterion_name(code, season=season)) if code in CRITERIA else code for code in value)
        return ", ".join(map(str, known))
    return text if name == "name" else shown(value)


def _options(before: Facts, after: Facts) -> Iterator[Change]:
    """Say which options of the rules differ, each by what it decides."""
    was, now = (_value(side.get("ruleset_options", "")) for side in (before, after))
    was, now = (one if isinstance(one, dict) else {} for one in (was, now))
    for name in sorted({*was, *now}):
        label = settings.LISTS_OF_HANDS.get(name) or _about(name)
        yield gettext(label), _option(name, was.get(name, "")), _option(name, now.get(name, ""))


def _about(option: str) -> str:
    """Say what an option of any rules decides."""
    for id_ in scoring.ruleset_ids():
        specs = scoring.load_rules(id_).option_specs
        if option in specs:
            return specs[option].about
    return option


def _option(name: str, value: Any) -> str:
    if name == OFF and isinstance(value, list):
        return ", ".join(gettext(scoring.SPECIAL_NAMES.get(code) or code) for code in value)
    if name == HOUSE and isinstance(value, list):
        return ", ".join(str(hand.get("name", "")) for hand in value)
    return gettext(value) if isinstance(value, str) and value else shown(value)


def _value(text: str) -> Any:
    """Read a value that was kept as Python writes it, or as a day; anything else is text."""
    for reading in (literal_eval, date.fromisoformat):
        try:
            return reading(text)
        except (ValueError, SyntaxError):
            continue
    return text


def shown(value: Any) -> str:
    """Write a value of the log for people; lists by commas, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, date):
        return date_format(value, "j F Y")
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    return written(value) if isinstance(value, int) else str(value)
