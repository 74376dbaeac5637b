"""Short ways to write tallies and credits in rows, and a strategy that draws whole competitions."""

from fractions import Fraction

from hypothesis import strategies as st

from tournaments.ranking.credit import Credit, Scheme, of_rounds
from tournaments.ranking.figures import Part
from tournaments.ranking.standings import Line, Tally, line

CLUB = Scheme("table_points", (4, 2, 1, 0), attendance=1)


def tally(entry: int, round: int = 1, net: int = 0, table: int | None = 1, **more: int) -> Tally:
    counts = {"mahjongs": 0, "given": 0, "deals": 8, **more}
    return Tally(entry=entry, round=round, net=net, table=table, **counts)


def own_line(entry: int, net: int = 0, *, table: int | None = None, **more: object) -> Line:
    status = more.pop("status", None)
    lot = more.pop("lot", None)
    made = line(entry, [tally(entry, net=net, table=entry if table is None else table, **more)])
    return Line(**{**{name: getattr(made, name) for name in Line.__slots__}, "status": status, "lot": lot})


def credit(entry: int, round: int, amount: int | Fraction, net: int = 0, **more: int) -> Credit:
    part = Part("bonus", amount, {"round": round, "reason": "row"})
    return Credit(entry, round, (part,), (tally(entry, round, net, **more),), attended=True)


def table_of_nets(nets: list[int], table: int = 1, round: int = 1, first: int = 1) -> list[Tally]:
    return [tally(first + at, round, net, table) for at, net in enumerate(nets)]


nets = st.integers(-9, 9).map(lambda each: each * 100)


@st.composite
def competitions(draw: st.DrawFn) -> list[Tally]:
    """Draw tallies of up to five rounds of up to twelve players, some of whom stay away."""
    players = list(range(1, draw(st.integers(4, 12)) + 1))
    tallies: list[Tally] = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        seated = draw(st.permutations(players))
        seated = seated[: draw(st.integers(3, len(seated)))]
        for at, player in enumerate(seated):
            counts = {name: draw(st.integers(0, 3)) for name in ("mahjongs", "given")}
            tallies.append(tally(player, number, draw(nets), at // 4 + 1, **counts))
    return tallies


def season_credits(tallies: list[Tally], scheme: Scheme = CLUB) -> tuple[Credit, ...]:
    return of_rounds(tallies, scheme)
