"""How strong players are, by whom they sat with: the Plackett-Luce model of `openskill`.

A game is one table of one round, played to its end. Strength (`mu`) and doubt (`sigma`) depend on the order
of the games and are never mixed into standings, which are exact.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from tournaments.ranking.tallies import Tally

BEGINS = 1000  # what the table of ratings shows for somebody who has played no game
SCALE = 40
DOUBTS = 3  # how often the doubt is taken off the strength: who plays more is trusted more

MODEL = PlackettLuce()


class Skill(NamedTuple):
    """What is held of a player after so many games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """Return the rating as tables print it."""
        return BEGINS + round(SCALE * (self.mu - DOUBTS * self.sigma))

    def told(self, say: Callable[[str], str]) -> str:
        """Say how the rating comes from strength and doubt."""
        return say(
            "%(begins)s + %(scale)s × (strength %(mu).2f − %(doubts)s × doubt %(sigma).2f) = %(shown)s"
        ) % {
            **self._asdict(),
            "begins": BEGINS,
            "scale": SCALE,
            "doubts": DOUBTS,
            "shown": self.shown,
        }


class Game(NamedTuple):
    """Who was rated at a table (its key), by place; who shares a place has the same one."""

    table: int
    places: tuple[tuple[int, int], ...]


class Step(NamedTuple):
    """What one game made of a player's skill."""

    table: int
    player: int
    place: int
    skill: Skill


def game(table: int, tallies: Iterable[Tally], players: Mapping[int, int]) -> Game | None:
    """Make a game of what people did at a table; `players` are the persons behind the numbers of entries.

    Nobody is rated who came late, was replaced, or is no person; one alone met nobody.
    """
    sat = [tally for tally in tallies if tally.table is not None]
    most = max((tally.deals + tally.rested for tally in sat), default=0)
    nets = {
        players[tally.entry]: tally.net
        for tally in sat
        if tally.entry in players and tally.deals and tally.deals + tally.rested == most
    }
    return Game(table, _placed(nets)) if len(nets) > 1 else None


def _placed(nets: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Give each player the place of the net, in order of the keys: the same game is equal to itself."""
    ordered = sorted(nets.values(), reverse=True)
    return tuple((player, 1 + ordered.index(net)) for player, net in sorted(nets.items()))


def steps(games: Sequence[Game], before: Mapping[int, Skill]) -> list[tuple[Step, ...]]:
    """Rate one game after the other, from what was known of the players `before`."""
    skills = defaultdict(Skill, before)
    made = []
    for one in games:
        after = _rated(one, skills)
        skills.update((step.player, step.skill) for step in after)
        made.append(after)
    return made


def _rated(game: Game, skills: Mapping[int, Skill]) -> tuple[Step, ...]:
    had = [skills[player] for player, _ in game.places]
    sides = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in had]
    rated = MODEL.rate(sides, ranks=[float(place) for _, place in game.places])
    return tuple(
        Step(game.table, player, place, Skill(side[0].mu, side[0].sigma, one.games + 1))
        for (player, place), side, one in zip(game.places, rated, had, strict=True)
    )


def kept(stored: Sequence[Game], wanted: Sequence[Game]) -> int:
    """Count the games from the first on that are still as they were rated."""
    pairs = zip(stored, wanted, strict=False)
    changed = (n for n, (old, new) in enumerate(pairs) if old != new)
    return next(changed, min(len(stored), len(wanted)))
