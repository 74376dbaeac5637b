"""Write a competition as a file: the standings as CSV, everything as JSON.

Names are the only personal data in it. What the ledger says is written so that a reader can work its hashes
out again without this program: `proof` is what a `sha256` was made of beside the fields of `HASHED`, and the
`links` of the chain, each tied to the one before, lead to its end (`models.seals` says what they cover).
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, pgettext

from tournaments.models import Competition, DealVersion, Entry, Penalty, Round, ScoreRow
from tournaments.models.seals import Seal, deal_stated, stated
from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.filed import filed
from tournaments.selectors.chain import ledger_of, steps
from tournaments.selectors.finals import finals_made, placed, placed_now, stages_of
from tournaments.selectors.lineups import of_rounds
from tournaments.selectors.policies import written_now
from tournaments.selectors.season_facts import policy_of
from tournaments.selectors.standings import Row, Standings, ground_of, row_json, standings_of
from tournaments.wording.rounds import round_name

HASHED = ("version", "kind", "content", "east", "round_wind", "net", "deal")  # of a deal, as it is shown
PENALTY_HASHED = ("amount", "deal", "event", "event_index")
Cell = str | Amount | None
# A spreadsheet runs a cell that begins with one of these as a formula (CWE-1236).
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def standings_csv(competition: Competition) -> bytes:
    """Write the overall standings, one line an entry, with a column for each round; UTF-8 with a mark.

    A season has a second column for each meeting, which says by a code how each was there. Once a final was
    begun, "Place over all stages" says beside the rank which place the finals gave.
    """
    text = io.StringIO(newline="")
    sheet = csv.writer(text)
    sheet.writerows([csv_cell(cell) for cell in line] for line in standings_lines(competition))
    return text.getvalue().encode("utf-8-sig")


def standings_lines(competition: Competition) -> Iterator[list[Cell]]:
    """List the heading and the lines of the overall standings."""
    table, over = standings_of(competition), _over_all_stages(competition)
    rank, *head = _head(competition, table)
    yield [rank, *([gettext("Place over all stages")] if over else ()), *head, *_leading_heads(table)]
    told = table.held if competition.is_season else ()
    carries, rests = _carries(competition, table), _rests(table)
    for row in table.rows:
        first, *cells = _cells(row, table.held, carries, rests)
        yield [
            first,
            *([over.get(row.number)] if over else ()),
            *cells,
            *_presence(row, told),
            *_leading(row, table),
        ]


def _leading_heads(table: Standings) -> list[Cell]:
    """Head the columns of the division and of where a line leads, where the season's rules have these."""
    policy = table.policy
    if policy is None:
        return []
    leads = [gettext("Goes on")] if policy.finals or policy.divisions else []
    return [*([gettext("Division")] if policy.divisions else ()), *leads]


def _leading(row: Row, table: Standings) -> list[Cell]:
    """Say the division, and by the codes of `MARKS` where a line leads as the table stands."""
    marks = "; ".join(f"{mark.code} ({mark.period})" if mark.period else mark.code for mark in row.marks)
    policy = table.policy
    if policy is None:
        return []
    leads = [marks] if policy.finals or policy.divisions else []
    return [*([row.group] if policy.divisions else ()), *leads]


def _over_all_stages(competition: Competition) -> dict[int, int | None]:
    """Map numbers to places over all stages; empty where no final was begun."""
    over = placed(competition, finals_made, standings_of)
    return {one.number: one.row.rank for one in over}


def csv_cell(cell: Cell) -> str:
    """Write a text or a number so that a spreadsheet takes it for nothing else."""
    return text_cell(cell) if isinstance(cell, str) else number_cell(cell)


def text_cell(text: str) -> str:
    """Guard a text against being taken for a formula; control characters become spaces."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return (
        f"'{plain}" if text.startswith(FORMULA_STARTS) or plain.lstrip().startswith(FORMULA_STARTS) else plain
    )


def number_cell(amount: Amount | None) -> str:
    """Write a number: whole, or as a mixed fraction such as "2 1/3", since "3/2" would be read as a date."""
    if amount is None:
        return ""
    exact = Fraction(amount)
    whole, rest = divmod(abs(exact), 1)
    sign = "-" if exact < 0 else ""
    return f"{sign}{whole} {rest}" if rest else f"{sign}{whole}"


def _head(competition: Competition, table: Standings) -> list[Cell]:
    fixed = (
        gettext("Rank"),
        gettext("Number"),
        pgettext("of a person", "Name"),
        gettext("Club"),
        gettext("Status"),
        gettext("Total"),
        gettext("Net"),
        gettext("Adjustments"),
        *([gettext("Carried over")] if _carries(competition, table) else ()),
        gettext("Mah-jongs"),
        gettext("Given"),
        gettext("Deals"),
        *([gettext("Deals rested")] if _rests(table) else ()),
    )
    rounds = [round_name(competition, number) for number in table.held]
    presence = [gettext("{called}: presence").format(called=called) for called in rounds]
    return [*fixed, *rounds, *(presence if competition.is_season else ())]


def _rests(table: Standings) -> bool:
    """Tell whether somebody sat by at a table of five."""
    return any(row.rested for row in table.rows)


def _carries(competition: Competition, table: Standings) -> bool:
    """Tell whether players brought points along: to a final, or to one that was brought in by itself."""
    return competition.is_final or (not competition.is_season and any(row.carried for row in table.rows))


def _cells(row: Row, rounds: Iterable[int], carries: bool, rests: bool) -> list[Cell]:
    carried = (row.carried,) if carries else ()
    rested = (row.rested,) if rests else ()
    numbers = (row.total, row.net, row.adjustment, *carried, row.mahjongs, row.given, row.deals, *rested)
    amounts = {cell.round: cell.amount for cell in row.rounds if cell.state != "absent"}
    told = (row.name, row.club, str(Entry.Status(row.status).label))
    return [row.rank, row.number, *told, *numbers, *(amounts.get(number) for number in rounds)]


def _presence(row: Row, rounds: Iterable[int]) -> list[str]:
    """Give the code of `PRESENCE` for each meeting; it is the same in every language."""
    codes = {cell.round: cell.presence for cell in row.rounds}
    return [codes.get(number, "absent") for number in rounds]


EMA_HEAD = ("Place", "EMA number", "Last name", "First name", "Country", "Points", "Score")


def ema_csv(competition: Competition) -> bytes:
    """Write the ranked players as result lists of the EMA have them, over all stages; UTF-8 with a mark.

    Points are what places are decided by, the score is the sum of all nets. Headings are not translated: it
    is read by the association's programs. Substitutes and house players have no line.
    """
    text = io.StringIO(newline="")
    sheet = csv.writer(text)
    sheet.writerow(EMA_HEAD)
    people = {one.number: one.player for one in competition.entries.select_related("player")}
    nets = _nets(competition)
    for one in placed_now(competition):
        player = people[one.number]
        if player:
            given, family = player.names_shown
            told = map(text_cell, (player.ema, family.upper(), given, player.country))
            sheet.writerow([one.row.rank, *told, number_cell(one.row.total), number_cell(nets[player.pk])])
    return text.getvalue().encode("utf-8-sig")


def _nets(competition: Competition) -> Counter[int]:
    """Add up what people won and lost over all stages, by primary key."""
    nets: Counter[int] = Counter()
    for stage in stages_of(competition):
        rows = {row.number: row.net for row in standings_of(stage).rows}
        for number, player in stage.entries.exclude(player=None).values_list("number", "player_id"):
            nets[player or 0] += rows.get(number, 0)
    return nets


def everything_json(competition: Competition) -> bytes:
    """Write competition, rules, entries, rounds, every version of every deal, penalties and standings."""
    rounds = competition.rounds.exclude(state=Round.State.DRAFT)
    document = {
        "format": "sparrows-competition",
        "format_version": 1,
        "competition": competition_json(competition),
        "rules": {
            "id": competition.ruleset,
            "sha256": competition.ruleset_hash,
            "options": competition.ruleset_options,
        },
        "entries": [_entry(entry) for entry in competition.entries.select_related("player__club", "team")],
        "rounds": [_round(round) for round in rounds],
        **_line_ups(competition),
        "deals": [_version(version) for version in _versions(competition)],
        "chain": _chain(competition),
        "penalties": [_penalty(penalty) for penalty in _penalties(competition)],
        "standings": [row_json(row) for row in standings_of(competition).rows],
        **({"season_file": season_file(competition)} if competition.is_season else {}),
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _line_ups(competition: Competition) -> dict[str, Any]:
    """List who counts for which team at which meeting, where line-ups count."""
    if not competition.has_line_ups:
        return {}
    found = of_rounds(competition.rounds.all())
    listed = [{"round": one.round.number, "team": one.team.name, "entry": one.entry_id} for one in found]
    return {"team_score": competition.team_score, "line_ups": listed}


def season_file(competition: Competition) -> dict[str, Any]:
    """Write a season as a file of its rules and facts; `manage.py season_table` makes its table of it."""
    ground = ground_of(competition)
    facts = ground.facts(policy_of(competition))
    return {"id": competition.slug, "season": written_now(competition), **filed(facts)}


def competition_json(competition: Competition) -> dict[str, Any]:
    """Write a competition's own fields and how it is ranked."""
    return {
        "id": competition.pk,
        "slug": competition.slug,
        "name": competition.name,
        "kind": competition.kind,
        "club": competition.club.name,
        "league": competition.league.name if competition.league else None,
        "date": competition.date.isoformat(),
        "revision": competition.revision,
        "part_of": competition.part_of_id,
        "part": competition.part,
        "carry": competition.carry,
        "criteria": competition.ranked_by,
        "credit_scheme": competition.credit_scheme,
        "table_points": competition.table_points,
        "attendance_points": competition.attendance_points,
        "rested": competition.rested,
        "rested_points": competition.rested_points,
        "best_of": competition.best_of,
        "minimum_attendance": competition.minimum_attendance,
        "substitute_policy": competition.substitute_policy,
    }


def _entry(entry: Entry) -> dict[str, Any]:
    club = entry.player.club if entry.player else None
    return {
        "id": entry.pk,
        "number": entry.number,
        "name": entry.name,
        "club": club.name if club else "",
        "status": entry.status,
        "carried": entry.carried,
        "team": entry.team.name if entry.team else "",
    }


def _round(round: Round) -> dict[str, Any]:
    tables = round.tables.prefetch_related("seatings__entry", "seatings__stands_for")
    return {
        "number": round.number,
        "date": round.date.isoformat() if round.date else None,
        "deals": round.deals,
        "winds": round.winds,
        "minutes": round.minutes,
        "state": round.state,
        "seating_version": round.seating_version,
        "tables": [
            {
                "id": table.pk,
                "number": table.number,
                "seats": [
                    {
                        "seat": row.seat,
                        "entry": row.entry.number,
                        "from_deal": row.from_deal,
                        "stands_for": row.stands_for.number if row.stands_for else None,
                    }
                    for row in table.seatings.all()
                ],
            }
            for table in tables
        ],
    }


def _chain(competition: Competition) -> dict[str, Any]:
    """Write every link: the hashes of the log and of people's words too, which are not shown themselves."""
    links = [
        {"row": step.row._meta.model_name if step.row else "older", "sha256": step.sha256}
        for step in steps(ledger_of(competition))
    ]
    ends = {"head": competition.chain_head, "end": competition.chain_end}
    return {"length": competition.sequence, **ends, "links": links}


def _versions(competition: Competition) -> Iterable[DealVersion]:
    versions = competition.deal_versions.select_related("table__round").prefetch_related("scores__entry")
    return versions.order_by("sequence")


def _version(version: DealVersion) -> dict[str, Any]:
    scores = list(version.scores.all())
    return {
        "round": version.table.round.number,
        "table": version.table.number,
        "deal": version.number,
        "version": version.version,
        "kind": version.kind,
        "content": version.content,
        "east": version.east,
        "round_wind": version.round_wind,
        "values": {row.seat: row.value for row in scores},
        "net": version.net,
        "entries": {row.seat: row.entry.number for row in scores},
        "flags": version.flags,
        "reason": version.reason,
        "at": version.at.isoformat(),
        "sequence": version.sequence,
        "proof": _proof(version, scores),
        "sha256": version.sha256,
        "prev_chain": version.prev_chain,
        "chain": version.chain,
    }


def _proof(version: DealVersion, scores: list[ScoreRow]) -> dict[str, Any]:
    seal = Seal.read(version.seal)
    if seal is None:
        entries = {row.seat: row.entry_id for row in scores}
        ids = {"competition": version.competition_id, "table": version.table_id, "entries": entries}
        return ids | version.rare_position()
    told = deal_stated(version, scores, seal.text)
    return {name: value for name, value in told.items() if name not in HASHED}


def _penalties(competition: Competition) -> Iterable[Penalty]:
    return competition.penalties.select_related("round", "entry", "table").order_by("pk")


def _penalty(penalty: Penalty) -> dict[str, Any]:
    return {
        "id": penalty.pk,
        "round": penalty.round.number,
        "table": penalty.table.number if penalty.table else None,
        "deal": penalty.deal,
        "entry": penalty.entry.number if penalty.entry else None,
        "amount": penalty.amount,
        "event": penalty.event,
        "event_index": penalty.event_index,
        "reverses": penalty.reverses_id,
        "reason": penalty.reason,
        "at": penalty.at.isoformat(),
        **_penalty_proof(penalty),
    }


def _penalty_proof(penalty: Penalty) -> dict[str, Any]:
    """Write what the hash was made of beside `PENALTY_HASHED`; a penalty older than hash 2 has none."""
    seal = Seal.read(penalty.seal)
    if seal is None:
        return {"proof": None, "sha256": None}
    told = stated(penalty, seal.text)
    proof = {name: value for name, value in told.items() if name not in PENALTY_HASHED}
    return {"proof": proof, "sha256": seal.sha256}
