"""Take an event's corrections through the services that staff use, and compare what each of them changed."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.exchange import facts
from tournaments.exchange.comparing import deal_differs, place_of, said
from tournaments.exchange.comparison import Comparison
from tournaments.exchange.facts import Facts
from tournaments.exchange.finishing import ImportStopped
from tournaments.exchange.reading import Event, Place, content_of
from tournaments.models import Competition, DealVersion, Penalty, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import corrections, penalties, seats

Action = Mapping[str, Any]
FRAME = {"seq", "kind", "round", "table", "deal", "mode", "reason", "reverses", "player", "amount"}
TOLD = (  # a deal has changed if one of these has
    *("east", "round_wind", "values", "special", "net", "void", "winds", "resting"),
)


class Corrections:
    """The corrections of one event in one competition; penalties are found again by their action's `seq`."""

    def __init__(self, event: Event, competition: Competition) -> None:
        self.event = event
        self.competition = competition

    def taken(self) -> bool:
        """Tell whether corrections of this event were applied before."""
        keys = [self._key(action) for action in self.event.corrections]
        return (
            DealVersion.objects.filter(key__in=keys).exists() or Penalty.objects.filter(key__in=keys).exists()
        )

    def take(self, action: Action) -> None:
        """Do what the director did; raises ImportStopped when a service refuses."""
        kind = action["kind"]
        if kind not in KINDS:
            raise ImportStopped(f"Action {action.get('seq')}: there is no kind {kind!r}.")
        try:
            KINDS[kind](self, action)
        except Refusal as refused:
            told = "; ".join(problem["message"] for problem in refused.problems)
            raise ImportStopped(f"Action {action.get('seq')} ({kind}): {refused.message} {told}") from refused
        except (KeyError, Table.DoesNotExist) as missing:
            raise ImportStopped(f"Action {action.get('seq')} ({kind}): not found: {missing}") from missing

    def compare(self, action: Action, expected: Facts | None, made: Comparison) -> None:
        """Take an action and compare the deals and players that it changed."""
        deals, people = self._deals(action), facts.players(self.competition)
        self.take(action)
        if expected is None:
            return
        where = f"action {action['seq']}"
        if "changed_deals" in expected:
            _changed_deals(made, where, expected["changed_deals"], deals, self._deals(action))
        if "changed_players" in expected:
            moved = _moved(people, facts.players(self.competition))
            wanted = _told_players(expected["changed_players"], moved)
            made.same("changed players", where, wanted, moved)

    def _correct(self, action: Action) -> None:
        corrections.deal_correct(
            table=self._table(action),
            number=action["deal"],
            content=content_of(action["new"]),
            mode=action["mode"],
            reason=_reason(action),
            actor=None,
            key=self._key(action),
        )

    def _void(self, action: Action) -> None:
        corrections.deal_void(
            table=self._table(action),
            number=action["deal"],
            mode=action["mode"],
            reason=_reason(action),
            actor=None,
            key=self._key(action),
        )

    def _penalty(self, action: Action) -> None:
        penalties.penalty_impose(
            table=self._table(action),
            deal=action["deal"],
            event=event_of(action),
            reason=_reason(action),
            actor=None,
            key=self._key(action),
        )

    def _reverse(self, action: Action) -> None:
        """Reverse what another action imposed, or what the table itself had entered."""
        if action.get("reverses") is not None:
            imposed = Penalty.objects.get(key=self._key({"seq": action["reverses"]}))
            penalties.penalty_reverse(
                penalty=imposed, reason=_reason(action), actor=None, key=self._key(action)
            )
            return
        penalties.event_reverse(
            table=self._table(action),
            deal=action["deal"],
            index=action["event"],
            reason=_reason(action),
            actor=None,
            key=self._key(action),
        )

    def _standings_penalty(self, action: Action) -> None:
        penalties.standings_penalty(
            entry=self.competition.entries.get(number=action["player"]),
            round=self.competition.rounds.get(number=action["round"]),
            amount=action["amount"],
            reason=_reason(action),
            actor=None,
            key=self._key(action),
        )

    def _swap_seats(self, action: Action) -> None:
        table, from_deal = self._table(action), action.get("from_deal", 1)
        pair = action.get("seats") or action["players"]
        sitting = {who.entry.number: seat for seat, who in tables.sitters(table, from_deal).items()}
        first, second = (sitting[each] if isinstance(each, int) else each for each in pair)
        seats.seats_swap(
            table=table, seats=(first, second), from_deal=from_deal, reason=_reason(action), actor=None
        )

    def _table(self, action: Action) -> Table:
        tables = Table.objects.select_related("round__competition")
        return tables.get(
            round__competition=self.competition, round__number=action["round"], number=action["table"]
        )

    def _deals(self, action: Action) -> dict[Place, Facts]:
        """Read the table that an action is about; an action against the standings is about none."""
        placed = self._placed(action)
        if "table" not in placed:
            return {}
        return facts.deals(self.competition, (placed["round"], placed["table"]))

    def _placed(self, action: Action) -> Action:
        """Give the action that names the table; a reversal may leave that to what it reverses."""
        if "table" in action or action.get("reverses") is None:
            return action
        return next((each for each in self.event.corrections if each["seq"] == action["reverses"]), action)

    def _key(self, action: Action) -> Any:
        return self.event.key("correction", action["seq"])


KINDS = {
    "correct": Corrections._correct,
    "void": Corrections._void,
    "penalty": Corrections._penalty,
    "reverse": Corrections._reverse,
    "standings_penalty": Corrections._standings_penalty,
    "swap_seats": Corrections._swap_seats,
}


def event_of(action: Action) -> dict[str, Any]:
    """Read the penalty of an action: under a name of its own, or its code and offender beside the place."""
    for name in ("event", "penalty"):
        if isinstance(action.get(name), Mapping):
            return dict(action[name])
    return {name: value for name, value in action.items() if name not in FRAME}


def _reason(action: Action) -> str:
    return str(action.get("reason") or f"Action {action['seq']}")


def _changed_deals(
    made: Comparison,
    where: str,
    expected: Iterable[Facts],
    before: dict[Place, Facts],
    after: dict[Place, Facts],
) -> None:
    wanted = {place_of(row): row for row in expected}
    changed = [place for place in after if any(after[place][key] != before[place][key] for key in TOLD)]
    made.same("changed deals", where, sorted(wanted), sorted(changed))
    for place, row in wanted.items():
        for moment, found in (("before", before), ("after", after)):
            if row.get(moment) and place in found:
                _moment(made, f"{where}, {said(*place)} {moment}", row[moment], found[place])


def _moment(made: Comparison, where: str, expected: Facts, actual: Facts) -> None:
    """Compare a deal before or after; what is not told there is not compared."""
    told = {**actual, **expected} if "special_any" in expected else {**actual, "special_any": {}, **expected}
    deal_differs(made, where, told, actual)


def _moved(before: Mapping[int, Facts], after: Mapping[int, Facts]) -> dict[str, Facts]:
    """Say by how much each player's sums moved, without those that stayed."""
    none = dict.fromkeys(facts.OF_A_PLAYER, 0)
    moves = {
        str(number): {name: after.get(number, none)[name] - before.get(number, none)[name] for name in none}
        for number in {*before, *after}
    }
    return {number: move for number, move in moves.items() if any(move.values())}


def _told_players(expected: Mapping[str, Facts], found: Mapping[str, Facts]) -> dict[str, Facts]:
    """Fill up what is expected: what a file does not name at all, as deals played, is not compared."""
    names = {name for move in expected.values() for name in move}
    told = {str(number): move for number, move in expected.items()}
    filled = {
        number: {
            name: told.get(number, {}).get(name, 0 if name in names else found.get(number, {}).get(name, 0))
            for name in facts.OF_A_PLAYER
        }
        for number in {*told, *found}
    }
    return {number: move for number, move in filled.items() if any(move.values())}
