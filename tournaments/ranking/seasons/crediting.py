"""What one meeting gives each player: the scheme's parts, attendance, bonuses and penalties.

A meeting's evenings follow from that meeting alone, so they can be kept while others are played; what an
absence or a rest gives by a formula is for `formulas`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tournaments.ranking.figures import Amount, Part
from tournaments.ranking.seasons import seats as tables
from tournaments.ranking.seasons.facts import Meeting, Player, Row
from tournaments.ranking.seasons.policy import Bonus, Policy, plain, shared
from tournaments.ranking.seasons.seats import Seat, Sharing


class _Fields(NamedTuple):
    """Hold what `Evening` says; `seat` stands for the one part, net and amount of who sat once."""

    player: int
    meeting: int
    came: bool = False
    is_result: bool = False
    played: bool = False
    rested: bool = False
    code: str | None = None
    attended: bool = False
    discardable: bool = True
    credit: Amount = 0
    listed: tuple[Part, ...] = ()
    extras: tuple[Part, ...] = ()
    earned: Amount = 0
    amounts: tuple[Amount, ...] = ()
    net: Amount = 0
    mahjongs: int = 0
    given: int = 0
    firsts: int = 0
    at_tables: tuple[tuple[int, Amount], ...] = ()
    opening: Amount = 0
    gained: Amount = 0
    seat: tuple[int, int, int, bool] | None = None


class Evening(_Fields):
    """Say what a player did at a meeting and what it gave him.

    `came` in person, for himself or for somebody else. It `is_result` if it is one that can count; `played`
    if means of what he played take it in, with what he `earned` without attendance and penalties. `scheme`
    are the amounts of the scheme's parts alone. `rested` or an absence with a `code` wait for a formula.
    What a large season has by tens of thousands is made when it is asked for: parts, and nets of tables.
    """

    __slots__ = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return what the credit is the sum of."""
        return self.listed if self.seat is None else (self._of_the_seat(*self.seat), *self.listed)

    def _of_the_seat(self, table: int, place: int, sharers: int, by_net: bool) -> Part:
        facts: dict[str, object] = {"round": self.meeting, "table": table}
        if by_net:
            return Part("net", self.net, facts)
        return Part("table_points", self.earned, {**facts, "place": place, "sharers": sharers})

    @property
    def scheme(self) -> tuple[Amount, ...]:
        """Return the amounts of the scheme's parts."""
        return self.amounts if self.seat is None else (self.earned,)

    @property
    def nets(self) -> tuple[tuple[int, Amount], ...]:
        """Return the net of each table, with its number."""
        return self.at_tables if self.seat is None else ((self.seat[0], self.net),)

    @property
    def sat(self) -> bool:
        """Tell whether the player, or somebody for him, sat at a table that counts."""
        return self.seat is not None or bool(self.at_tables)


class _Sat(NamedTuple):
    """What the rows of a meeting say of each player."""

    own: Mapping[int, Sequence[Seat]]
    rows: Mapping[int, Sequence[Row]]
    placed: Mapping[int, Sharing]
    without: frozenset[int]


def is_void(policy: Policy, meeting: Meeting, members: frozenset[int]) -> bool:
    """Tell whether too few members came for the meeting to count; guests and substitutes are none."""
    if not policy.members_needed:
        return False
    rows = {row.player for table in meeting.tables for row in table}
    came = rows | meeting.rested | {given.player for given in meeting.credits}
    return len(came & members) < policy.members_needed


def evenings(policy: Policy, meeting: Meeting, players: Iterable[Player]) -> dict[int, Evening]:
    """Return the evening of everybody for whom the meeting has anything to say."""
    return _plainly(policy, meeting) if _is_plain(policy, meeting) else fully(policy, meeting, players)


def _is_plain(policy: Policy, meeting: Meeting) -> bool:
    """Tell whether everybody sat once and for himself, and nothing was given or taken by hand."""
    by_hand = meeting.credits or meeting.bonuses or meeting.penalties or meeting.adjusted
    if by_hand or policy.bonuses or policy.places_without or policy.attendance_pro_rata:
        return False
    if policy.credit_scheme not in ("net", "table_points"):
        return False
    rows = [row for table in meeting.tables for row in table]
    return len({row.player for row in rows}) == len(rows) and all(row.sat_for is None for row in rows)


def _plainly(policy: Policy, meeting: Meeting) -> dict[int, Evening]:
    """Do what `fully` does, in one pass: of a large season nearly all meetings are such."""
    number, by_net = meeting.number, policy.credit_scheme == "net"
    attendance = policy.attendance_points
    came = (Part("attendance", attendance, {"round": number}),) if attendance else ()
    found: dict[int, Evening] = {}
    known: dict[tuple[int, int, int], Amount] = {}
    for table, rows in meeting.numbered():
        seats = len(rows)
        nets = sorted([row.net for row in rows], reverse=True)
        if sum(nets):
            idle = Evening(0, number, True, attended=True, listed=came, credit=attendance)
            found.update((row.player, idle._replace(player=row.player)) for row in rows)
            continue
        for row in rows:
            net = row.net
            place, sharers = nets.index(net) + 1, nets.count(net)
            amount: Amount | None = net if by_net else known.get((seats, place, sharers))
            if amount is None:
                amount = shared(policy.points_for(seats), place, sharers)
                known[seats, place, sharers] = amount
            opening = row.opening if row.opening is not None else policy.opening or 0
            credit, first, seat = amount + attendance, int(place == 1), _seat(table, place, sharers, by_net)
            found[row.player] = tuple.__new__(Evening, (
                row.player, number, True, True, True, False, None, True, True, credit, came, (), amount, (),
                net, row.mahjongs, row.given, first, (), opening, net, seat,
            ))  # fmt: skip
    for player in meeting.rested - found.keys():
        found[player] = Evening(
            player, number, True, rested=True, attended=True, listed=came, credit=attendance
        )
    for player, code in meeting.absent.items():
        if player not in found and code is not None:
            found[player] = Evening(player, number, code=code)
    return found


@lru_cache(4096)
def _seat(table: int, place: int, sharers: int, by_net: bool) -> tuple[int, int, int, bool]:
    """Give one and the same value to all meetings: the fewer there are, the less the collector looks at."""
    return table, place, sharers, by_net


def fully(policy: Policy, meeting: Meeting, players: Iterable[Player]) -> dict[int, Evening]:
    """Return what `evenings` does, for any meeting."""
    without = frozenset(each.number for each in players if each.status in policy.places_without)
    sat = _sat(policy, meeting, without)
    found = {number: _played(policy, meeting, sat, number) for number in {*sat.rows, *sat.own}}
    for number in _replaced(policy, meeting):
        found[number] = _replacement(number, meeting, policy.substitute_fixed or 0)
    for number, amount, _reason in meeting.credits:
        found[number] = _credited(found.get(number), number, meeting, amount)
    for number in meeting.rested - found.keys():
        found[number] = Evening(number, meeting.number, came=True, attended=True, rested=True)
    for number, code in meeting.absent.items():
        if number not in found and code is not None:
            found[number] = Evening(number, meeting.number, code=code)
    return _with_the_rest(policy, meeting, found, sat)


def _sat(policy: Policy, meeting: Meeting, without: frozenset[int]) -> _Sat:
    rows: dict[int, list[Row]] = defaultdict(list)
    for table in meeting.tables:
        for row in table:
            rows[row.player].append(row)
    taken = tables.seats(policy, meeting, without)
    own: dict[int, list[Seat]] = defaultdict(list)
    for seat in taken:
        if seat.owner is not None:
            own[seat.owner].append(seat)
    by_evening = policy.credit_scheme == "place_points"
    return _Sat(own, rows, tables.evening_places(taken, without) if by_evening else {}, without)


def _played(policy: Policy, meeting: Meeting, sat: _Sat, number: int) -> Evening:
    """Say what somebody did at the tables, or another did for him."""
    own, came = sat.own.get(number, ()), number in sat.rows
    evening = Evening(number, meeting.number, came=came, attended=came)
    if not own:
        return evening
    parts = () if number in sat.without else tuple(_scheme(policy, meeting, own, sat.placed.get(number)))
    bonuses = tuple(_bonuses(policy.bonuses, own, meeting))
    amounts = tuple(part.amount for part in parts)
    counted = () if number in sat.without else own
    return evening._replace(
        is_result=True,
        played=True,
        listed=(*parts, *bonuses),
        amounts=amounts,
        earned=_sum(parts) + _sum(bonuses),
        net=sum(seat.net for seat in own),
        mahjongs=sum(seat.mahjongs for seat in own),
        given=sum(seat.given for seat in own),
        firsts=sum(seat.place == 1 for seat in own),
        at_tables=tuple((seat.table, seat.net) for seat in own),
        opening=sum(seat.opening for seat in counted),
        gained=sum(seat.net for seat in counted),
    )


def _sum(parts: Iterable[Part]) -> Amount:
    return sum(part.amount for part in parts)


def _scheme(policy: Policy, meeting: Meeting, own: Sequence[Seat], evening: Sharing | None) -> Iterator[Part]:
    facts: dict[str, object] = {"round": meeting.number}
    if policy.credit_scheme == "net":
        yield from (Part("net", seat.net, {**facts, "table": seat.table}) for seat in own)
    elif policy.credit_scheme == "table_points":
        for seat in own:
            points = shared(policy.points_for(seat.seats), seat.place, seat.sharers)
            place = {"table": seat.table, "place": seat.place, "sharers": seat.sharers}
            yield Part("table_points", points, {**facts, **place})
    elif policy.credit_scheme == "percent":
        opening, net = sum(seat.opening for seat in own), sum(seat.net for seat in own)
        yield Part("percent", plain(Fraction(100 * (opening + net)) / opening), facts)
    elif evening is not None and policy.place_points is not None:
        points = shared(policy.place_points, evening.place, evening.sharers)
        yield Part("place_points", points, {**facts, "place": evening.place, "sharers": evening.sharers})


def _bonuses(bonuses: Sequence[Bonus], own: Sequence[Seat], meeting: Meeting) -> Iterator[Part]:
    for bonus in bonuses:
        times = sum(facts.get(bonus.fact, 0) for seat in own for facts in seat.facts)
        times = times if bonus.most is None else min(times, bonus.most)
        if times:
            yield Part("bonus", bonus.each * times, {"round": meeting.number, "fact": bonus.fact})


def _replaced(policy: Policy, meeting: Meeting) -> set[int]:
    """Return those for whom somebody sat and who get a fixed amount for it, having no row of their own."""
    if policy.substitute_policy != "fixed":
        return set()
    rows = [row for table in meeting.tables for row in table]
    return {row.sat_for for row in rows if row.sat_for is not None} - {row.player for row in rows}


def _replacement(number: int, meeting: Meeting, amount: Amount) -> Evening:
    part = Part("substitute", amount, {"round": meeting.number})
    return Evening(number, meeting.number, is_result=True, listed=(part,))


def _credited(before: Evening | None, number: int, meeting: Meeting, amount: Amount) -> Evening:
    """Give somebody his whole credit by hand; a second one is added."""
    old = () if before is None else tuple(part for part in before.parts if part.code in ("credit", "bonus"))
    facts = {"round": meeting.number, **_played_elsewhere(meeting, number)}
    parts = (Part("credit", amount, facts), *old)
    return (before or Evening(number, meeting.number))._replace(
        came=True,
        attended=True,
        is_result=True,
        played=True,
        listed=parts,
        earned=_sum(parts),
        amounts=(),
        opening=0,
        gained=0,
    )


def _played_elsewhere(meeting: Meeting, number: int) -> dict[str, object]:
    """Say which place somebody had in the event that counts as the meeting."""
    found = meeting.elsewhere
    if found is None or number not in found.places:
        return {}
    place, sharers = found.places[number]
    told = {"event": found.event, "place": place, "sharers": sharers, "among": found.among}
    return told | ({"of_members": True} if found.of_members else {})


def _with_the_rest(
    policy: Policy, meeting: Meeting, found: dict[int, Evening], sat: _Sat
) -> dict[int, Evening]:
    """Add attendance, and what was given and taken by hand."""
    by_hand: dict[int, list[Part]] = defaultdict(list)
    taken: dict[int, list[Part]] = defaultdict(list)
    for player, amount, reason in meeting.bonuses:
        by_hand[player].append(Part("bonus", amount, {"round": meeting.number, "reason": reason}))
    for player, amount, reason in meeting.penalties:
        taken[player].append(Part("adjustment", amount, {"round": meeting.number, "reason": reason}))
    ruled: dict[int, list[Part]] = defaultdict(list)
    for player, amount, _reason in meeting.adjusted:
        ruled[player].append(Part("adjusted", amount, {"round": meeting.number}))
    whole = Part("attendance", policy.attendance_points, {"round": meeting.number})
    made = {}
    for number in {*found, *by_hand, *taken, *ruled}:
        before = found.get(number) or Evening(number, meeting.number)
        added = tuple(_attendance(policy, meeting, whole, before, sat.rows.get(number, ())))
        bonuses = tuple(by_hand.get(number, ()))
        apart = policy.penalties == "always"
        penalties = tuple(taken.get(number, ()))
        parts = (*before.parts, *bonuses, *added, *(() if apart else penalties), *ruled.get(number, ()))
        earned = before.earned + _sum(bonuses) if bonuses else before.earned
        extras = penalties if apart else ()
        made[number] = before._replace(listed=parts, credit=_sum(parts), extras=extras, earned=earned)
    return made


def _attendance(
    policy: Policy, meeting: Meeting, whole: Part, evening: Evening, rows: Sequence[Row]
) -> Iterator[Part]:
    if not evening.came or not policy.attendance_points:
        return
    if not policy.attendance_pro_rata or not rows or any(row.deals is None for row in rows):
        yield whole
        return
    full = meeting.deals or 1
    own = min(sum(row.deals or 0 for row in rows), full)
    yield Part("attendance", plain(Fraction(policy.attendance_points * own) / full), whole.facts)
