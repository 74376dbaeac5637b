"""The place of a player in a season with the figures that led to it, as pages of any competition ask."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tournaments.ranking.figures import BEFORE, Amount, Figure, Part
from tournaments.ranking.placing import Place
from tournaments.ranking.seasons.choosing import DROPPED
from tournaments.ranking.seasons.explained import Told, total_said
from tournaments.ranking.seasons.lines import Held
from tournaments.ranking.seasons.ordering import MEASURES, common_tables
from tournaments.ranking.seasons.policy import Policy

COLUMNS = ("total", "net", "mahjongs", "given")
NOT_ONE = ("countback", "next_best")  # figures that are many


class Said(Protocol):
    """Say what a page keeps of a meeting."""

    @property
    def told(self) -> Told:
        """Return what is said of it."""


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """Say the place of a line, the meetings it was made of, and the lines it was equal to when they met.

    `line` is that of a table or of a year; the meetings of a year made from periods are those of the periods.
    """

    place: Place[Any]
    policy: Policy
    told: tuple[Said, ...]
    rivals: tuple[Any, ...] = ()

    @property
    def meetings(self) -> tuple[Held, ...]:
        """Return the meetings; only what explains figures asks."""
        return tuple(each.told.held for each in self.told)

    def total_said(self, translate: Callable[[str], str] = str) -> str:
        """Say how the total comes from what counts, where it is more than a sum."""
        return total_said(self.policy, self.line, translate)

    @property
    def line(self) -> Any:
        """Return the line itself."""
        return self.place.line

    @property
    def entry(self) -> int:
        """Return the number of the entry."""
        return int(self.place.line.number)

    @property
    def rank(self) -> int | None:
        """Return the place, None for those who are not ranked."""
        return self.place.rank

    @property
    def shared(self) -> bool:
        """Tell whether others have the same place."""
        return self.place.shared

    @property
    def decided_by(self) -> str | None:
        """Return the criterion that separated the line from the one before it."""
        return self.place.decided_by

    @property
    def compared(self) -> Mapping[str, Any]:
        """Return the figures of the criteria that had to be looked at."""
        return self.place.compared

    def amount(self, code: str) -> Amount | None:
        """Return one figure alone; its parts take longer."""
        found: Amount | None = (
            self.compared[code] if code in self.compared else MEASURES[code].of([self.line])[0]
        )
        return found

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the columns, then the other figures compared, each with what it is made of."""
        codes = dict.fromkeys((*COLUMNS, *self.compared))
        return tuple(
            Figure(code, self.amount(code), tuple(self._parts(code))) for code in codes if code not in NOT_ONE
        )

    def _parts(self, code: str) -> Iterable[Part]:
        if code in ("total", "points"):
            return self._of_total()
        if code == "net":
            return self._nets(self._seen())
        if code == "best_round":
            best = [each for each in self._seen() if each.evening and each.evening.nets]
            return self._nets(sorted(best, key=lambda each: -each.evening.net)[:1])  # type: ignore[union-attr]
        if code == "head_to_head":
            met = common_tables(self.rivals)
            return (part for part in self._nets(self._seen()) if (part.round, part.facts["table"]) in met)
        return self._counts(code) if code in ("mahjongs", "given", "firsts") else ()

    def _seen(self) -> Sequence[Held]:
        whole = self.policy.figures_of == "season"
        return [each for each in self.meetings if whole or each.state != DROPPED]

    def _of_total(self) -> Iterator[Part]:
        """Give what belongs to no meeting, then what counts of the meetings in order."""
        yield from (part for part in self.line.extras if part.round == BEFORE)
        for each in self.meetings:
            yield from each.parts if each.state != DROPPED else ()
            yield from (part for part in self.line.extras if part.round == each.meeting)

    @staticmethod
    def _nets(seen: Iterable[Held]) -> Iterator[Part]:
        for each in seen:
            for table, net in each.evening.nets if each.evening else ():
                yield Part("net", net, {"round": each.meeting, "table": table})

    def _counts(self, code: str) -> Iterator[Part]:
        for each in self._seen():
            count = getattr(each.evening, code) if each.evening else 0
            if count:
                yield Part(code, count, {"round": each.meeting})


def standings(
    policy: Policy, places: Sequence[Place[Any]], told: Mapping[int, tuple[Any, ...]]
) -> list[SeasonStanding]:
    """Return the standings of a table; `told` are the meetings of each player."""
    rivals = _rivals(places)
    return [
        SeasonStanding(each, policy, told.get(each.line.number, ()), rivals.get(each.line.number, ()))
        for each in places
    ]


def _rivals(places: Sequence[Place[Any]]) -> dict[int, tuple[Any, ...]]:
    """Return for each line that was compared by where they met the lines it was compared with."""
    tied: dict[Any, list[Any]] = {}
    for each in places:
        if "head_to_head" in each.compared:
            before = [code for code in each.compared if code != "head_to_head"]
            codes = before[: list(each.compared).index("head_to_head")]
            tied.setdefault((each.line.status is None, *(each.compared[code] for code in codes)), []).append(
                each.line
            )
    return {line.number: tuple(lines) for lines in tied.values() for line in lines}
