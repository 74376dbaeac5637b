"""A program cuts a final by place, lets somebody in, takes over anew what they bring, and gives it up."""

from fractions import Fraction
from uuid import uuid4

from django.contrib.auth.models import User

from tests.api.programs import Program
from tests.organiser.test_finals import EVERYBODY, fined, ranked
from tournaments.models import Competition
from tournaments.selectors.standings import standings_of

FAULTS = [
    ("groups", "groups_unequal"),
    ("groups", "groups_small"),
    ("way", "not_a_choice"),
]


def cut(program: Program, event: Competition, olive: User) -> None:
    """Go the whole way; places and amounts are those of the standings."""
    ask, do = program.ask, program.done
    on, best = f"/organise/competitions/{event.slug}", ranked(event)
    wanted = {"size": 4, "carry": "half", "order": [*EVERYBODY]}
    wanted |= {"out": [{"number": best[1], "remark": "Cannot stay."}]}
    going = do("post", f"{on}/finals/look", wanted)
    assert [one["number"] for one in going["candidates"] if one["group"]] == [best[0], *best[2:5]]
    named = {"key": str(uuid4()), "name": "Final", "date": "2026-05-03", "rounds": 1}
    stale = ask("post", f"{on}/finals", wanted | named | {"seen": "of before"})
    assert (stale.status_code, stale.json()["code"]) == (409, "final_moved")
    [final] = do("post", f"{on}/finals", wanted | named | {"seen": going["mark"]})
    assert do("post", f"{on}/finals", wanted | named | {"seen": going["mark"]}) == [final], "under its key"
    assert [one["number"] for one in final["people"]] == sorted([best[0], *best[2:5]])
    halves = {row.number: Fraction(row.total) / 2 for row in standings_of(event).rows}
    assert all(one["brought"] == str(halves[one["number"]]) for one in final["people"])
    assert do("get", f"{on}/finals") == [final]
    change_it(program, event, final["competition"], best, olive)
    beside = {"key": str(uuid4()), "name": "Side", "date": "2026-05-03", "entries": best[:8]}
    assert len(do("post", f"{on}/beside", beside)["people"]) == 8


def change_it(program: Program, event: Competition, final: str, best: list[int], olive: User) -> None:
    """Let the next one in for who leaves, take over what is otherwise, give it up."""
    ask, do, there = program.ask, program.done, f"/organise/competitions/{final}"
    there_now = do("get", f"{there}/finalists")
    assert best[1] in {one["number"] for one in there_now["next"]}
    after = do("post", f"{there}/finalists", {"number": best[5]})
    assert best[5] in {one["number"] for one in after["people"]}
    again = ask("post", f"{there}/finalists", {"number": best[5]})
    assert (again.status_code, again.json()["code"]) == (409, "not_next")
    fined(event, best[0], -10, olive)
    people = do("get", f"{there}/finalists")["people"]
    [otherwise] = [one for one in people if one["brought"] != one["now"]]
    assert otherwise["number"] == best[0]
    taken = do("post", f"{there}/finalists/take-over")
    assert all(one["brought"] == one["now"] for one in taken["people"])
    assert do("post", f"{there}/give-up", {"reason": "Cut too early."})["decides_from"] is None
    wrong = ask("get", f"/organise/competitions/{event.slug}/finalists")
    assert (wrong.status_code, wrong.json()["code"]) == (409, "not_a_final")


def wrong_cuts(program: Program, event: Competition) -> list[tuple[str, str]]:
    """Ask for finals that cannot be; give where the fault of each is, and its code, as `FAULTS` has them."""
    on = f"/organise/competitions/{event.slug}/finals/look"
    asked = ({"size": 9, "groups": 2}, {"size": 6, "groups": 2}, {"size": 4, "way": "lot"})
    [*told] = (program.ask("post", on, one).json()["errors"] for one in asked)
    nobody = program.ask("post", on, {"size": 4, "order": [77]})
    assert (nobody.status_code, nobody.json()["code"]) == (422, "nobody_has_number")
    return [(one["path"], one["code"]) for [one] in told]
