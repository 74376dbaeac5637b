"""Work the golden seasons out a second way: rule by rule as each club's paper has it, without the program.

Standard library only, nothing of the project; run it to write `facts.csv` and a sheet for each club anew.
A sheet has for every meeting the summands, their sum and what became of it, then the total and the place.
"""

import csv
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).parent
MEETINGS, MEMBERS, GUEST = range(1, 11), range(1, 12), 12
SEED = [2026]


def chance(below):
    """Draw a number by a formula of its own, the same on every machine."""
    SEED[0] = (SEED[0] * 1103515245 + 12345) % 2**31
    return SEED[0] // 65536 % below


# ------------------------------------------------------------------ what happened
def drawn():
    """Say who came to each meeting and what happened at its tables; nobody's share is worked out here."""
    rows = []
    for meeting in MEETINGS:
        away = {1 + chance(11) for _try in range(chance(4))} | ({11} if meeting > 3 else set())
        came = [one for one in (*MEMBERS, *([GUEST] if meeting % 3 == 0 else [])) if one not in away]
        for at in range(len(came) - 1, 0, -1):
            other = chance(at + 1)
            came[at], came[other] = came[other], came[at]
        for one in sorted(away):
            code = {0: "duty", 1: "absent"}.get(chance(6), "")
            rows.append({"meeting": meeting, "kind": "absent", "player": one, "code": code})
        tables = len(came) // 4
        for one in came[tables * 4 :]:
            rows.append({"meeting": meeting, "kind": "rested", "player": one})
        for table in range(1, tables + 1):
            nets = [40 * (chance(41) - 20) for _seat in range(3)]
            if chance(4) == 0:
                nets[1] = nets[0]
            for one, net in zip(came[table * 4 - 4 : table * 4], [*nets, -sum(nets)], strict=True):
                mahjongs, given = chance(5), chance(4)
                told = {"net": net, "mahjongs": mahjongs, "given": given, "deals": 16 if chance(6) else 8}
                limit = {"limit_hands_20": int(chance(9) == 0), "limit_hands_50": int(chance(17) == 0)}
                told |= limit | {"opening": 2000 if chance(3) else 1500}
                rows.append({"meeting": meeting, "kind": "sat", "table": table, "player": one, **told})
    rows.append({"meeting": 5, "kind": "penalty", "player": 3, "amount": -2})
    return rows


COLUMNS = (
    *("meeting", "kind", "table", "player", "net", "mahjongs", "given", "deals", "opening"),
    *("limit_hands_20", "limit_hands_50", "code", "amount"),
)
ROWS = drawn()
SAT = {(row["meeting"], row["player"]): row for row in ROWS if row["kind"] == "sat"}
RESTED = {(row["meeting"], row["player"]) for row in ROWS if row["kind"] == "rested"}
CODES = {
    (row["meeting"], row["player"]): row["code"] for row in ROWS if row["kind"] == "absent" and row["code"]
}
FINED = {(row["meeting"], row["player"]): row["amount"] for row in ROWS if row["kind"] == "penalty"}


# ------------------------------------------------------------------ what a meeting gives
def by_place(nets, net, points):
    """Share the points of the places that equal nets take."""
    first = sum(other > net for other in nets)
    equal = sum(other == net for other in nets)
    shares = [points[place] if place < len(points) else 0 for place in range(first, first + equal)]
    return Fraction(sum(map(Fraction, shares)), 1) / equal


def table_of(row):
    return [
        other["net"]
        for other in ROWS
        if other["kind"] == "sat" and (other["meeting"], other["table"]) == (row["meeting"], row["table"])
    ]


def evening_of(row, without=()):
    sat = (other for other in ROWS if other["kind"] == "sat" and other["meeting"] == row["meeting"])
    return [other["net"] for other in sat if other["player"] not in without]


def net(row):
    return [Fraction(row["net"])]


def points(*places):
    return lambda row: [by_place(table_of(row), row["net"], places)]


FALLING = [20 - place for place in range(20)]


def meeting_of(rule, meeting, player):
    """Return the summands of a meeting, None for who was away without anything."""
    row, rested = SAT.get((meeting, player)), (meeting, player) in RESTED
    if row is None and not rested:
        return None
    parts = [Fraction(0)] if row is None else rule["scheme"](row)
    if rule.get("attending"):
        share = (
            Fraction(1) if row is None or not rule.get("pro_rata") else Fraction(min(row["deals"], 16), 16)
        )
        parts.append(rule["attending"] * share)
    if row is not None:
        for fact, worth in rule.get("bonuses", {}).items():
            parts += [Fraction(worth * row[fact])] if row[fact] else []
    if (meeting, player) in FINED and not rule.get("fines_apart"):
        parts.append(Fraction(FINED[meeting, player]))
    return parts


# ------------------------------------------------------------------ the sheet of a club
def sheet(rule):
    """Work out everybody's line, then the order."""
    held = range(1, rule.get("held", 10) + 1)
    lines = [line(rule, player, held) for player in (*MEMBERS, GUEST)]
    for one in lines:
        rivals = [other for other in lines if other["ranked"]]
        better = sum(other["key"] < one["key"] for other in rivals)
        one["place"] = better + 1 if one["ranked"] else ""
    return sorted(lines, key=lambda one: (not one["ranked"], one["key"], one["player"]))


def line(rule, player, held):
    given = {meeting: meeting_of(rule, meeting, player) for meeting in held}
    if "codes" in rule:
        rule["codes"](player, given)
    results = {meeting: sum(parts) for meeting, parts in given.items() if parts is not None}
    nets = {meeting: SAT[meeting, player]["net"] if (meeting, player) in SAT else 0 for meeting in held}
    hands = {meeting: SAT[meeting, player]["mahjongs"] if (meeting, player) in SAT else 0 for meeting in held}
    # best first: by credit, then by what the rule's order adds up, net, mah-jongs, the earlier meeting
    order = sorted(
        results,
        key=lambda meeting: (
            -results[meeting],
            *(
                (-hands[meeting], SAT.get((meeting, player), {"given": 0})["given"])
                if rule.get("by_hands")
                else ()
            ),
            -nets[meeting],
            -hands[meeting],
            meeting,
        ),
    )
    counted = rule["choose"](order, len(held))
    short = rule["wanted"](len(held)) - len(order) if "wanted" in rule else 0
    away = [meeting for meeting in held if meeting not in results]
    is_ = {meeting: "counted" if meeting in counted else "dropped" for meeting in results}
    is_ |= {meeting: "zero" if at < short else "absent" for at, meeting in enumerate(away)}
    total, said = rule["total"](player, counted, results)
    if (apart := [Fraction(n) for (m, p), n in FINED.items() if p == player and m in held]) and rule.get(
        "fines_apart"
    ):
        total, said = total + sum(apart), f"{said} - {-sum(apart)}"
    attended = sum((meeting, player) in SAT or (meeting, player) in RESTED for meeting in held)
    attended += sum(
        rule.get("attended", set()) == {CODES.get((m, player))} and m in results
        for m in held
        if (m, player) in CODES
    )
    sums = {
        "net": -sum(nets.values()),
        "mahjongs": -sum(hands.values()),
        "given": sum(SAT[m, player]["given"] for m in held if (m, player) in SAT),
        "countback": tuple(sorted((-results[m] for m in counted), reverse=False)),
        "next_best": tuple(sorted(-results[m] for m in results if m not in counted)),
    }
    ranked = player != GUEST and total is not None and rule["ranks"](attended, len(held))
    key = tuple([0 if total is None else -total] + [sums[code] for code in rule["order"]])
    return {
        "player": player,
        "given": given,
        "sums": results,
        "is": is_,
        "total": total,
        "said": said,
        "key": key,
        "ranked": ranked,
    }


def added(player, counted, results):
    chosen = [results[meeting] for meeting in sorted(counted)]
    return sum(chosen, Fraction(0)), " + ".join(map(str, chosen))


def mean(player, counted, results):
    total, said = added(player, counted, results)
    return (total / len(counted), f"({said}) / {len(counted)}") if counted else (None, "")


def ratio(player, counted, results):
    rows = [SAT[meeting, player] for meeting in sorted(counted) if (meeting, player) in SAT]
    opening, final = (sum(row["opening"] for row in rows), sum(row["opening"] + row["net"] for row in rows))
    return (Fraction(100 * final, opening), f"100 x {final} / {opening}") if opening else (None, "")


def every(order, held):
    return set(order)


def best(count):
    return lambda order, held: set(order[:count])


def anybody(attended, held):
    return True


def at_least(number):
    return lambda attended, held: attended >= number


def possible(number, planned):
    """Rank who can still come often enough."""
    return lambda attended, held: attended + planned - held >= number


def sail(player, given):
    """Give who did a duty the mean of what he played, twice at most; other absence with a reason 0."""
    played = [sum(given[meeting]) for meeting in given if (meeting, player) in SAT]
    duties = 0
    for meeting in given:
        code = CODES.get((meeting, player))
        if code == "absent":
            given[meeting] = [Fraction(0)]
        if code == "duty":
            duties += 1
            if duties <= 2:
                given[meeting] = [sum(played, Fraction(0)) / len(played) if played else Fraction(0)]


STEPS = [(1, 1), (6, 4), (12, 8)]


def rising(held):
    return [count for first, count in STEPS if first <= held][-1]


RULES = {
    "groene_hart": {
        "scheme": points(4, 2, 1, Fraction(1, 2)),
        "attending": Fraction(1),
        "choose": best(9),
        "wanted": lambda held: 9,
        "total": added,
        "ranks": possible(9, 12),
        "order": ("mahjongs", "given"),
        "by_hands": True,
    },
    "pe_ling": {
        "scheme": net,
        "attending": Fraction(3000),
        "pro_rata": True,
        "choose": every,
        "total": added,
        "ranks": anybody,
        "order": ("mahjongs",),
    },
    "anpai": {
        "scheme": net,
        "choose": lambda order, held: set(order[len(order) // 10 : len(order) - len(order) // 10]),
        "total": mean,
        "ranks": anybody,
        "order": ("net",),
    },
    "dertien_wezen": {
        "scheme": points(4, 2, 1, 0),
        "choose": every,
        "total": added,
        "ranks": anybody,
        "order": ("net",),
    },
    "victorian_riichi": {
        "scheme": net,
        "choose": every,
        "total": added,
        "ranks": at_least(8),
        "order": (),
    },
    "new_zealand": {
        "scheme": net,
        "bonuses": {"limit_hands_20": 20, "limit_hands_50": 50},
        "choose": every,
        "total": added,
        "ranks": anybody,
        "order": (),
    },
    "auckland": {
        "scheme": points(4, 2, 1, 0),
        "choose": lambda order, held: set(order[: len(order) - max(0, (len(order) - 5) // 2)]),
        "total": mean,
        "ranks": possible(5, 20),
        "order": (),
    },
    "cheltenham": {
        "scheme": points(4, 2, 1, 0),
        "choose": lambda order, held: set(order[: rising(held)]),
        "total": mean,
        "ranks": lambda attended, held: attended >= rising(held),
        "order": (),
    },
    "pinball": {
        "scheme": lambda row: (
            [by_place(evening_of(row, (GUEST,)), row["net"], FALLING)] if row["player"] != GUEST else []
        ),
        "held": 6,
        "choose": best(4),
        "wanted": lambda held: 4,
        "total": added,
        "ranks": anybody,
        "order": ("next_best",),
    },
    "sailscores": {
        "scheme": lambda row: [by_place(evening_of(row), row["net"], FALLING)],
        "codes": sail,
        "attended": {"duty"},
        "choose": lambda order, held: set(order[: held - 2]),
        "wanted": lambda held: held - 2,
        "total": added,
        "ranks": possible(6, 12),
        "order": ("countback",),
    },
    "ukmja": {
        "scheme": lambda row: [Fraction(100 * (row["opening"] + row["net"]), row["opening"])],
        "fines_apart": True,
        "choose": every,
        "total": ratio,
        "ranks": anybody,
        "order": ("net",),
    },
}


def write():
    with (HERE / "facts.csv").open("w", newline="") as file:
        sheet_ = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        sheet_.writeheader()
        sheet_.writerows(ROWS)
    for name, rule in RULES.items():
        held = range(1, rule.get("held", 10) + 1)
        with (HERE / f"{name}.csv").open("w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            heads = [head for n in held for head in (f"meeting {n}", f"gives {n}", f"is {n}")]
            out.writerow(["place", "player", *heads, "sum", "total"])
            for one in sheet(rule):
                cells = []
                for meeting in held:
                    parts = one["given"][meeting]
                    cells += ["" if parts is None else " + ".join(map(str, parts))]
                    cells += [one["sums"].get(meeting, ""), one["is"][meeting]]
                total = "" if one["total"] is None else one["total"]
                out.writerow([one["place"], one["player"], *cells, one["said"], total])


if __name__ == "__main__":
    write()
