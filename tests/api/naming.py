"""A program corrects how somebody is called, says that two are one person, and parts them again."""

from typing import Any

from tests.api.programs import Program
from tournaments.models import Action, Competition, Entry

FAULTS = [
    ("family", "blank"),
    ("alias", "alias_missing"),
    ("shown", "not_a_choice"),
    ("country", "wrong_form"),
    ("ema", "wrong_form"),
    ("given", "unfit_text"),
    ("phone", "unknown_field"),
    ("seen", "required"),
]
WRONG: list[dict[str, Any]] = [
    *({"family": ""}, {"shown": "alias"}, {"shown": "erased"}, {"country": "P1"}, {"ema": "12345"}),
    *({"given": "Zo\u202eë"}, {"phone": "1"}),
]


def person_of(event: Competition, number: int) -> str:
    """Give the address of who plays under a number."""
    entry = Entry.objects.get(competition=event, number=number)
    return f"/organise/clubs/{event.club.slug}/persons/{entry.player_id}"


def wrong_names(program: Program, event: Competition) -> list[tuple[str, str]]:
    """Send what is no correction; give where the fault of each is, and its code, as `FAULTS` has them."""
    on = person_of(event, 1)
    mark = program.done("get", on)["mark"]
    sent = [*({**one, "seen": mark} for one in WRONG), {"family": "Lane"}]
    [*told] = (program.ask("patch", on, one).json()["errors"] for one in sent)
    return [(one["path"], one["code"]) for [one] in told]


def correct(program: Program, event: Competition) -> None:
    """Correct, merge and part; the log says as much as of the pages, and entries follow."""
    do, ask = program.done, program.ask
    everybody, kept = f"/organise/clubs/{event.club.slug}/persons", person_of(event, 1)
    was = do("get", kept)
    change = {"given": "Zoë", "family": "Ashby-Lane", "shown": "initial", "club": "Far Away", "country": "DK"}
    now = do("patch", kept, {**change, "seen": was["mark"]})
    assert {name: now[name] for name in change} == change
    assert now["name"] == Entry.objects.get(competition=event, number=1).name == "Z. Ashby-Lane"
    line = Action.objects.filter(verb="person_change").get()
    fields = ["club", "country", "family", "given", "shown"]
    assert line.facts == {"club": event.club_id, "person": was["id"], "fields": fields}
    [found] = do("get", f"{everybody}?search=zoe+lane")["results"]
    assert found == {name: now[name] for name in found}
    merge(program, event, kept, was["id"])
    meets = ask("post", f"{kept}/merge", {"double": int(person_of(event, 2).rpartition("/")[2])})
    assert (meets.status_code, meets.json()["code"]) == (422, "persons_meet")
    assert ask("post", f"{kept}/merge", {"double": 999_999}).status_code == 404
    assert ask("get", f"{everybody}/999999").status_code == 404


def merge(program: Program, event: Competition, kept: str, key: int) -> None:
    """Merge somebody who plays nowhere yet into the kept one, and part them again; the second is told."""
    do, ask = program.done, program.ask
    other = Competition.objects.exclude(pk=event.pk).filter(club=event.club).first()
    person = Entry.objects.get(competition=event, number=3).player
    assert person
    double = type(person).objects.create(given="Z.", family="Ashby-Lane", club=event.club)
    if other:
        Entry.objects.create(competition=other, number=900, player=double)
    merged = do("post", f"{kept}/merge", {"double": double.pk})
    [one] = merged["doubles"]
    assert (one["person"], one["name"]) == (double.pk, "Z. Ashby-Lane")
    for method, path, body in (
        ("post", f"{kept}/merge", {"double": double.pk}),
        ("get", f"{kept.rpartition('/')[0]}/{double.pk}", None),
    ):
        told = ask(method, path, body)
        assert (told.status_code, told.json()["code"]) == (422, "person_gone")
    undo = f"{kept}/merges/{one['merge']}/undo"
    assert do("post", undo, {})["id"] == double.pk
    again = ask("post", undo, {})
    assert (again.status_code, again.json()["code"]) == (422, "already_parted")
    assert do("get", kept)["doubles"] == []
    verbs = [*Action.objects.filter(facts__person=key).order_by("pk").values_list("verb", flat=True)]
    assert verbs == ["person_change", "person_merge", "person_part"]
