"""A season worked out again, slowly and in another way: every question is asked of the raw facts anew.

Nothing is shared with the program but the words. What counts is found by trying every choice.
"""

from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations
from math import ceil


class Slow:
    """A season without periods or divisions, asked question by question."""

    def __init__(self, document):
        self.rules = document["season"]
        self.players = {each["number"]: each for each in document["players"]}
        everything = sorted(document["meetings"], key=lambda each: each["number"])
        self.void = [
            each["number"] for each in everything if self.came_members(each) < self.rule("members_needed", 0)
        ]
        self.held = {each["number"]: each for each in everything if each["number"] not in self.void}
        self.to_come = max(0, self.rule("meetings", len(everything)) - len(everything))

    def rule(self, key, default=None):
        return self.rules.get(key, default)

    def came_members(self, meeting):
        return sum(
            self.came(meeting, each)
            for each, own in self.players.items()
            if own.get("status") in (None, "withdrawn")
        )

    def came(self, meeting, player):
        sat = any(row["player"] == player for table in meeting["tables"] for row in table)
        credited = any(each["player"] == player for each in meeting.get("credits", []))
        return sat or credited or player in meeting.get("rested", [])

    def seats(self, table):
        """List [owner, holder, net, mahjongs, given, limit hands] of a table; rows of one owner are one."""
        policy, seats = self.rule("substitute_policy", "himself"), []
        for row in table:
            stands = row.get("for")
            owner = (
                row["player"]
                if stands is None or policy == "himself"
                else stands
                if policy == "absent"
                else None
            )
            holder = row["player"] if owner is None else owner
            figures = [
                row["net"],
                row.get("mahjongs", 0),
                row.get("given", 0),
                row.get("facts", {}).get("limit", 0),
            ]
            for seat in seats:
                if seat[:2] == [owner, holder]:
                    seat[2:] = [a + b for a, b in zip(seat[2:], figures, strict=True)]
                    break
            else:
                seats.append([owner, holder, *figures])
        return seats

    def good(self, meeting):
        """List number and seats of the tables that add up."""
        return [
            (at, self.seats(table))
            for at, table in enumerate(meeting["tables"], 1)
            if sum(row["net"] for row in table) == 0
        ]

    def takes_place(self, holder):
        return self.players[holder].get("status") not in self.rule("places_without", [])

    def place(self, net, nets):
        return 1 + sum(other > net for other in nets), nets.count(net)

    def mean_points(self, points, place, sharers):
        if isinstance(points, dict):
            first, step, least = (
                Fraction(points["first"]),
                Fraction(points["step"]),
                Fraction(points.get("least", 0)),
            )
            return sum(max(least, first - step * (at - 1)) for at in range(place, place + sharers)) / sharers
        padded = [Fraction(each) for each in points] + [Fraction(0)] * 99
        return sum(padded[place - 1 : place - 1 + sharers]) / sharers

    def own(self, meeting, player):
        return [(at, seat) for at, seats in self.good(meeting) for seat in seats if seat[0] == player]

    def scheme(self, meeting, player):
        """List the amounts that the scheme gives a player at a meeting, None if he did not play."""
        own = self.own(meeting, player)
        if not own:
            return None
        if not self.takes_place(player):
            return []
        kind = self.rule("credit_scheme")
        if kind == "net":
            return [Fraction(seat[2]) for _at, seat in own]
        if kind == "table_points":
            return [self.table_points(meeting, at, seat) for at, seat in own]
        sums = {}
        for _at, seats in self.good(meeting):
            for seat in seats:
                if self.takes_place(seat[1]):
                    sums[tuple(map(str, seat[:2]))] = sums.get(tuple(map(str, seat[:2])), 0) + seat[2]
        return [
            self.mean_points(
                self.rule("place_points"), *self.place(sums[str(player), str(player)], [*sums.values()])
            )
        ]

    def table_points(self, meeting, at, seat):
        seats = dict(self.good(meeting))[at]
        nets = [other[2] for other in seats if self.takes_place(other[1])]
        chairs = {row.get("for", row["player"]) for row in meeting["tables"][at - 1]}
        points = self.rule("table_points_of", {}).get(
            str(len(chairs)), self.rule("table_points", [4, 2, 1, 0])
        )
        return self.mean_points(points, *self.place(seat[2], nets))

    def bonus(self, meeting, player):
        limit = sum(seat[5] for _at, seat in self.own(meeting, player))
        return sum(
            Fraction(each["each"]) * (min(limit, each["most"]) if "most" in each else limit)
            for each in self.rule("bonuses", [])
        )

    def by_hand(self, meeting, kind, player):
        return sum(Fraction(each["amount"]) for each in meeting.get(kind, []) if each["player"] == player)

    def given(self, meeting, player):
        return any(each["player"] == player for each in meeting.get("credits", []))

    def earned(self, meeting, player):
        """Return scheme, bonuses and given credit of what he played, None if he did not."""
        if self.given(meeting, player):
            return (
                self.by_hand(meeting, "credits", player)
                + self.bonus(meeting, player)
                + self.by_hand(meeting, "bonuses", player)
            )
        played = self.scheme(meeting, player)
        if played is None:
            return None
        return sum(played) + self.bonus(meeting, player) + self.by_hand(meeting, "bonuses", player)

    def formula(self, what, meeting, player):
        kind = what.get("formula", "none")
        if kind == "fixed":
            return Fraction(what["amount"])
        if kind == "as_last":
            parts = [
                amount
                for each, own in self.players.items()
                if own.get("status") is None and not self.given(meeting, each)
                for amount in self.scheme(meeting, each) or []
            ]
            return min(parts, default=Fraction(0))
        own = sorted(
            (earned for each in self.held.values() if (earned := self.earned(each, player)) is not None),
            reverse=True,
        )
        own = own[: what["of"]] if kind == "average_of_best" else own
        return sum(own) / Fraction(len(own)) if own else Fraction(0)

    def code(self, meeting, player):
        """Return the code of an absence that still has uses."""
        used = {}
        for each in self.held.values():
            code = next((one.get("code") for one in each.get("absent", []) if one["player"] == player), None)
            if code is None or self.came(each, player) or self.replaced(each, player):
                continue
            used[code] = used.get(code, 0) + 1
            if each is meeting:
                return code if used[code] <= self.rules["absence"][code].get("most", 99) else None
        return None

    def replaced(self, meeting, player):
        """Tell whether a substitute brought him a result."""
        policy = self.rule("substitute_policy", "himself")
        rows = [row for table in meeting["tables"] for row in table]
        stood = any(row.get("for") == player for row in rows)
        if policy == "fixed":
            return stood and not any(row["player"] == player for row in rows)
        return policy == "absent" and bool(self.own(meeting, player))

    def attendance(self, meeting, player):
        points = Fraction(self.rule("attendance_points", 0))
        rows = [row for table in meeting["tables"] for row in table if row["player"] == player]
        if not self.rule("attendance_pro_rata") or not rows or any("deals" not in row for row in rows):
            return points
        return points * min(sum(row["deals"] for row in rows), meeting["deals"]) / meeting["deals"]

    def evening(self, meeting, player):
        """Return what kind of evening it was, the credit, whether it was attended and may be dropped."""
        extra = self.by_hand(meeting, "bonuses", player)
        if self.rule("penalties", "with_meeting") != "always":
            extra += self.by_hand(meeting, "penalties", player)
        came, free, kind, credit = self.came(meeting, player), True, "absent", Fraction(0)
        if self.given(meeting, player):
            kind, credit = "result", self.by_hand(meeting, "credits", player) + self.bonus(meeting, player)
        elif (played := self.scheme(meeting, player)) is not None:
            kind, credit = "result", sum(played, Fraction(0)) + self.bonus(meeting, player)
        elif self.replaced(meeting, player):
            kind, credit = "result", Fraction(self.rules["substitute_fixed"])
        elif came:
            rested = self.rule("rested", {"formula": "fixed", "amount": 0})
            sat = any(row["player"] == player for table in meeting["tables"] for row in table)
            kind = "idle"
            if not sat and rested["formula"] != "none":
                kind, credit = "result", self.formula(rested, meeting, player)
        attended = came
        if came:
            credit += self.attendance(meeting, player)
        elif kind == "absent" and (code := self.code(meeting, player)) is not None:
            what = self.rules["absence"][code]
            attended, free = what.get("attended", False), what.get("discardable", True)
            credit += Fraction(self.rule("attendance_points", 0)) if what.get("attendance_points") else 0
            if what.get("formula", "none") != "none":
                kind, credit = "result", credit + self.formula(what, meeting, player)
        return kind, credit + extra, attended, free

    def figure(self, number, player, name):
        own = self.own(self.held[number], player)
        if name == "firsts":
            return sum(
                self.takes_place(player)
                and self.place(
                    seat[2], [o[2] for o in dict(self.good(self.held[number]))[at] if self.takes_place(o[1])]
                )[0]
                == 1
                for at, seat in own
            )
        return sum(seat[{"net": 2, "mahjongs": 3, "given": 4}[name]] for _at, seat in own)

    def worth(self, player, number, credit):
        names = [each for each in self.rule("criteria") if each in ("net", "mahjongs", "firsts", "given")]
        figures = [self.figure(number, player, name) * (-1 if name == "given" else 1) for name in names]
        return (
            credit,
            *figures,
            self.figure(number, player, "net"),
            self.figure(number, player, "mahjongs"),
            -number,
        )

    def wanted(self, held, results):
        if "best_of" in self.rules:
            return self.rules["best_of"]
        if "discards" in self.rules:
            figures = [*map(int, self.rules["discards"].split(","))]
            return held - (figures + [figures[-1]] * held)[held - 1] if held else 0
        if "discard_every" in self.rules:
            what = self.rules["discard_every"]
            n = results if what["of"] == "attended" else held
            return n - max(0, (n - what["from"]) // what["every"])
        if "rising" in self.rules:
            begun = [figure for first, figure in self.rules["rising"] if first <= held]
            return begun[-1] if begun else None
        return None

    def choose(self, player, evenings):
        """Return the states by trying every set of results that may count, the best by the whole key."""
        results = {n: e for n, e in evenings.items() if e[0] == "result"}
        absent = [n for n, e in evenings.items() if e[0] == "absent"]
        states = {
            n: {"absent": "absent", "idle": "no_result", "result": "dropped"}[e[0]]
            for n, e in evenings.items()
        }
        fixed = [n for n, e in results.items() if not e[3]]
        free = [n for n in results if n not in fixed]
        pool = free + (absent if self.rule("absence_replaces") else [])

        def key(n):
            return (
                (evenings[n][1], 1, *self.worth(player, n, 0)[1:]) if n in results else (Fraction(0), 0, -n)
            )

        ranked = sorted(pool, key=key, reverse=True)
        wanted = self.wanted(len(evenings), len(results))
        if "trimmed" in self.rules:
            what, many = self.rules["trimmed"], len(pool) + len(fixed)
            best, worst = (
                (many // what["per"],) * 2 if "per" in what else (what.get("best", 0), what.get("worst", 0))
            )
            best, worst = (best, worst) if best + worst < many else (0, 0)
            taken = ranked[best:][: max(0, len(ranked) - best - worst)]
        elif wanted is None:
            taken = ranked
        else:
            room = min(len(pool), max(0, wanted - len(fixed)))
            taken = max(combinations(ranked, room), key=lambda chosen: sorted(map(key, chosen), reverse=True))
        for n in [*taken, *fixed]:
            states[n] = "counted" if n in results else "zero"
        idle = self.rule("aggregate") == "mean" and self.rule("divide_by", "counted") == "counted"
        attended = self.rules.get("discard_every", {}).get("of") == "attended"
        if not self.rule("absence_replaces") and wanted is not None and not idle and not attended:
            for n in absent[: max(0, wanted - len(results))]:
                states[n] = "zero"
        return states

    def line(self, player):
        evenings = {n: self.evening(each, player) for n, each in self.held.items()}
        states = self.choose(player, evenings)
        counted = [evenings[n][1] for n, s in states.items() if s == "counted"]
        total = sum(counted, Fraction(0))
        if self.rule("aggregate") == "mean":
            many = len(counted) + list(states.values()).count("zero")
            total = total / many if many else None
        beside = sum(evenings[n][1] for n, s in states.items() if s in ("absent", "zero", "no_result"))
        own = self.players[player]
        beside += Fraction(own.get("carried", 0))
        if self.rule("penalties") == "always":
            beside += sum(self.by_hand(each, "penalties", player) for each in self.held.values())
        attended = sum(e[2] for e in evenings.values())
        seen = [n for n in states if self.rule("figures_of", "season") == "season" or states[n] != "dropped"]
        figures = {
            name: sum(self.figure(n, player, name) for n in seen)
            for name in ("net", "mahjongs", "given", "firsts")
        }
        sat = [n for n in seen if self.own(self.held[n], player)]
        return {
            "player": player,
            "status": own.get("status") or self.below(attended),
            "qualified": self.qualification(attended) in ("reached", "open"),
            "qualification": self.qualification(attended),
            "total": None if total is None else total + beside,
            "attended": attended,
            **figures,
            "best_round": max((self.figure(n, player, "net") for n in sat), default=None),
            "countback": sorted(counted, reverse=True),
            "next_best": sorted((evenings[n][1] for n, s in states.items() if s == "dropped"), reverse=True),
            "tables": {(n, at): seat[2] for n in sat for at, seat in self.own(self.held[n], player)},
            "lot": own.get("lot"),
            "states": list(states.values()),
            "credits": [evenings[n][1] for n in states],
        }

    def minimum(self, held):
        what = self.rule("minimum_attendance", 0)
        if what == "as_counted":
            return self.wanted(held, held) or 0
        if isinstance(what, dict):
            return max([figure for first, figure in what["rising"] if first <= held], default=0)
        if isinstance(what, str):
            return ceil(Fraction(int(what[:-1]), 100) * (self.rule("meetings") - len(self.void)))
        return what

    def qualification(self, attended):
        if attended >= self.minimum(len(self.held)):
            return "reached"
        if attended + self.to_come < self.minimum(len(self.held) + self.to_come):
            return "missed"
        rising = (
            isinstance(self.rule("minimum_attendance"), dict)
            or self.rule("minimum_attendance") == "as_counted"
        )
        return "below" if rising else "open"

    def below(self, attended):
        bad = self.qualification(attended) in ("below", "missed") and self.rule("unqualified") != "after"
        return "minimum_attendance" if bad else None

    def table(self):
        """Return the lines in order with rank and what decided."""
        codes = (["qualified"] if self.rule("unqualified") == "after" else []) + self.rule("criteria")
        lines = [self.line(player) for player in sorted(self.players)]
        found = []
        for ranked in (True, False):
            group = [each for each in lines if (each["status"] is None) == ranked]
            found += self.placed(group, codes, ranked, 1)
        return found

    def placed(self, group, codes, ranked, first, decided=None):
        """Place equal lines by the next criterion, and those it leaves equal by the ones after it."""
        if len(group) == 1 or not codes:
            return [
                {**each, "rank": first if ranked else None, "shared": ranked and len(group) > 1,
                 "decided_by": decided if ranked and at == 0 else None}
                for at, each in enumerate(group)
            ]  # fmt: skip
        better = cmp_to_key(lambda one, other: self.compare(codes[0], one, other, group))
        found, left = [], sorted(group, key=better)
        while left:
            equal = [each for each in left if self.compare(codes[0], left[0], each, group) == 0]
            left = left[len(equal) :]
            by = codes[0] if found else decided
            found += self.placed(equal, codes[1:], ranked, first + len(found), by)
        return found

    def compare(self, code, one, other, group):
        mine, theirs = self.compared(code, one, group), self.compared(code, other, group)
        if mine == theirs:
            return 0
        if isinstance(mine, list):
            pairs = [(a, b) for a, b in zip([*mine, None], [*theirs, None], strict=False) if a != b]
            mine, theirs = pairs[0]
        if mine is None or theirs is None:
            return 1 if mine is None else -1
        return (1 if mine > theirs else -1) if code in ("given", "lot") else (1 if mine < theirs else -1)

    def compared(self, code, line, group):
        if code != "head_to_head":
            return line[code]
        common = {
            table
            for one, other in combinations(group, 2)
            for table in set(one["tables"]) & set(other["tables"])
        }
        every = all(set(one["tables"]) & set(other["tables"]) for one, other in combinations(group, 2))
        return sum(net for table, net in line["tables"].items() if table in common) if every else None
