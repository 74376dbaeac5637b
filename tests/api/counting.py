"""A program lets a tournament count as a meeting of a season, takes a correction over, and takes it away."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from tests.api.programs import Program
from tournaments.models import Competition, Table
from tournaments.services import corrections

FAULTS = [
    ("points", "points_unfit"),
    ("points", "points_rise"),
    ("points", "points_unfit"),
    ("by", "not_a_choice"),
]
WAY = {"by": "places", "points": ["10", "8", "6", "4"], "factor": "1/2"}


def let_count(program: Program, season: Competition, tournament: Competition, olive: User) -> None:
    """Go the whole way; the answers are as the page of the season has them."""
    ask, do = program.ask, program.done
    on = f"/organise/competitions/{season.slug}/tournaments"
    assert do("get", on) == []
    asked = {"event": tournament.slug, "meeting": 4, "way": WAY}
    proposal = do("post", f"{on}/look", asked)
    assert len(proposal["given"]) == 9
    assert len(proposal["strangers"]) == 7
    stale = ask("post", on, asked | {"seen": "of before"})
    assert (stale.status_code, stale.json()["code"]) == (409, "counted_meanwhile")
    counts = do("post", on, asked | {"seen": proposal["mark"]})
    assert counts["given"] == proposal["given"]
    assert (counts["meeting"], counts["event"], counts["differs"]) == (4, tournament.slug, [])
    again = ask("post", on, asked | {"seen": proposal["mark"]})
    assert (again.status_code, again.json()["code"]) == (422, "counted_already")
    correct(tournament, olive)
    [now] = do("get", on)
    assert now["differs"]
    assert now["given"] == proposal["given"], "nothing follows by itself"
    reason = {"reason": "A deal was corrected."}
    taken = do("post", f"{on}/4/take-over", reason | {"seen": now["mark"]})
    assert taken["differs"] == []
    assert taken["given"] != proposal["given"]
    assert do("post", f"{on}/4/take-away", reason) == []
    gone = ask("post", f"{on}/4/take-away", reason)
    assert (gone.status_code, gone.json()["code"]) == (404, "counted_not")
    nets = asked | {"way": {"by": "net", "among": "members"}}
    by_net = do("post", on, nets | {"seen": do("post", f"{on}/look", nets)["mark"]})
    assert (by_net["way"]["by"], by_net["way"]["points"]) == ("net", [])
    assert [one["credit"] for one in by_net["given"]] != [one["credit"] for one in taken["given"]]


def wrong_ways(program: Program, season: Competition, tournament: Competition) -> list[tuple[str, str]]:
    """Send ways that are none; give where the fault of each is, and its code, as `FAULTS` has them."""
    on = f"/organise/competitions/{season.slug}/tournaments/look"
    many, net = [WAY | {"points": points} for points in ([], ["4", "6"])], {"by": "net", "points": ["1"]}
    asked = ({"event": tournament.slug, "meeting": 4, "way": way} for way in (*many, net, {"by": "luck"}))
    [*told] = (program.ask("post", on, one).json()["errors"] for one in asked)
    return [(one["path"], one["code"]) for [one] in told]


def correct(tournament: Competition, olive: User) -> None:
    """Let a deal of it no longer count, as the office would."""
    tables = Table.objects.filter(round__competition=tournament).select_related("round__competition")
    told: dict[str, Any] = {"number": 1, "seen_version": 1, "mode": "replay", "reason": "It was no deal."}
    corrections.deal_void(table=tables.earliest("pk"), **told, actor=olive, key=uuid4())
