"""Enter people: one by one and as lists; change and remove entries."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from players.imports import Person
from players.models import Club, Player
from tests.conftest import registered_in
from tests.organiser.conftest import at
from tests.players.test_workbooks import written
from tournaments.models import Competition, Entry
from tournaments.selectors import people
from tournaments.services import competitions, rounds


@pytest.fixture
def empty(club: Any, olive: User) -> Competition:
    """A tournament that nobody has entered yet."""
    from datetime import date

    return competitions.competition_create(club=club, actor=olive, name="Empty Day", date=date(2026, 5, 2))


def names(competition: Competition) -> list[str]:
    return [entry.name for entry in competition.entries.order_by("number")]


def test_it_enters_one_player(olive_client: Client, empty: Competition) -> None:
    person = {"given": "Łukasz", "family": "Żo\u0301łć", "club": "Śląskie Wiatry", "status": "guest"}
    assert olive_client.post(at("players", empty), person).status_code == 302
    entry = empty.entries.get()
    assert (entry.name, entry.number, entry.status) == ("Łukasz Żółć", 1, "guest")
    assert entry.player is not None
    assert entry.player.club is not None


REFUSED = [
    ({"given": "Pat", "family": "Ashby", "status": "player"}, "already entered"),
    ({"given": "New", "family": "Face", "number": "3", "status": "player"}, "Number 3 is already taken"),
    ({"given": "New", "family": "", "status": "player"}, "required"),
    ({"given": "N\u202eew", "family": "Face", "status": "player"}, "cannot be shown"),
    ({"given": "New", "family": "Face", "status": "house"}, "Select a valid choice"),
    ({"given": "", "family": "12345", "status": "player"}, "at least one letter"),
]


@pytest.mark.parametrize(("person", "said"), REFUSED)
def test_it_refuses_beside_the_form(
    olive_client: Client, tournament: Competition, person: dict[str, str], said: str
) -> None:
    response = olive_client.post(at("players", tournament), person)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert response.context["form"]["given"].value() == person["given"]
    assert tournament.entries.count() == 16


def look(client: Client, competition: Competition, text: str = "", **more: Any) -> Any:
    return client.post(at("players-import", competition), {"text": text, "step": "look", **more})


def enter(client: Client, competition: Competition, preview: Any, **more: Any) -> Any:
    """Press the button of a preview, with its form as shown."""
    form = {
        field.html_name: field.value()
        for field in preview.context["form"]
        if field.value() not in (None, False)
    }
    form.pop("file", None)
    return client.post(at("players-import", competition), {**form, "text": "", "step": "enter", **more})


LIST = "Pat Ashby\nZoë Kemble\nŁukasz Żółć\n"


def test_it_enters_a_pasted_list_after_a_preview(olive_client: Client, empty: Competition) -> None:
    preview = look(olive_client, empty, LIST)
    assert preview.status_code == 200
    assert not empty.entries.exists()
    assert enter(olive_client, empty, preview).status_code == 302
    assert names(empty) == ["Pat Ashby", "Zoë Kemble", "Łukasz Żółć"]


def test_it_changes_nothing_when_the_same_list_comes_again(olive_client: Client, empty: Competition) -> None:
    for _ in range(2):
        enter(olive_client, empty, look(olive_client, empty, LIST))
    assert names(empty) == ["Pat Ashby", "Zoë Kemble", "Łukasz Żółć"]


def test_it_reads_a_file_and_keeps_it_through_the_preview(olive_client: Client, empty: Competition) -> None:
    data = "Imię;Nazwisko;Klub;Nr\nŁukasz;Żółć;Śląskie Wiatry;12\nEwa;Gęślą;;7\n".encode("cp1250")
    preview = look(olive_client, empty, file=SimpleUploadedFile("../../lista.csv", data))
    listing = preview.context["listing"]
    assert (listing.encoding, listing.separator, listing.header) == ("cp1250", "semicolon", True)
    enter(olive_client, empty, preview)
    assert [(e.number, e.name) for e in empty.entries.order_by("number")] == [
        (7, "Ewa Gęślą"),
        (12, "Łukasz Żółć"),
    ]


def test_it_reads_the_file_another_way_when_told(olive_client: Client, empty: Competition) -> None:
    file = SimpleUploadedFile("list.csv", "Zoë;Kemble".encode("cp1252"))
    preview = look(olive_client, empty, file=file)
    form = {field.html_name: field.value() for field in preview.context["form"] if field.value()}
    del form["file"]
    again = olive_client.post(at("players-import", empty), {**form, "encoding": "cp1250", "step": "look"})
    assert again.context["listing"].encoding == "cp1250"
    assert again.context["listing"].people[0].family == "Kemble"


def test_it_tells_all_faults_and_enters_nobody(olive_client: Client, empty: Competition) -> None:
    preview = look(olive_client, empty, "given,family\nAnn,Firth\nBob,\n,\u202e\n")
    said = preview.content.decode()
    assert "Line 3" in said
    assert "Line 4" in said
    assert enter(olive_client, empty, preview).status_code == 422
    assert not empty.entries.exists()


def test_it_speaks_of_entering_the_rest_only_beside_the_button(
    olive_client: Client, empty: Competition
) -> None:
    for text, is_there in (("12345\n67890\n", False), ("12345\nAnn Firth\n", True)):
        page = look(olive_client, empty, text).content.decode()
        assert ('value="sound"' in page) is is_there
        assert ("enter the lines that are right" in page) is is_there


def test_it_shows_the_one_line_that_is_cut_otherwise_in_its_place(
    olive_client: Client, empty: Competition
) -> None:
    preview = look(olive_client, empty, "Ann Firth\nBob Moss; Severn\nCat Neath\nDan Orme\n")
    assert [(one["line"], "faults" in one) for one in preview.context["lines"]] == [
        (1, False),
        (2, True),
        (3, False),
        (4, False),
    ]
    taken = enter(olive_client, empty, preview, step="sound")
    assert set(names(empty)) == {"Ann Firth", "Cat Neath", "Dan Orme"}
    assert taken.context["form"]["text"].value() == "Bob Moss; Severn"


BROKEN = "given,family,no\nAnn,Firth,\nBob,,\nCleo,Dunne,x\nDan,Orme,4\n"


def test_it_shows_what_is_wrong_in_its_place_and_enters_what_is_right(
    olive_client: Client, empty: Competition
) -> None:
    preview = look(olive_client, empty, BROKEN)
    assert [(one["line"], "faults" in one) for one in preview.context["lines"]] == [
        (2, False),
        (3, True),
        (4, True),
        (5, False),
    ]
    taken = enter(olive_client, empty, preview, step="sound")
    assert taken.status_code == 200
    assert set(names(empty)) == {"Ann Firth", "Dan Orme"}
    assert taken.context["form"]["text"].value() == "given,family,no\nBob,,\nCleo,Dunne,x"
    wrong = [(line, [one.message for one in faults]) for line, faults in taken.context["wrong"]]
    assert wrong == [
        ("Bob,,", ["Line 3: the family name is missing."]),
        ("Cleo,Dunne,x", ["Line 4: “x” is not a number from 1 to 9999."]),
    ]  # the text, since the box below has lines 2 and 3
    assert "<code>Bob,,</code><br>Line 3: the family name is missing." in taken.content.decode()


def test_it_keeps_the_list_to_be_changed(olive_client: Client, empty: Competition) -> None:
    again = enter(olive_client, empty, look(olive_client, empty, BROKEN), step="change")
    assert again.context["form"]["text"].value() == BROKEN
    assert not empty.entries.exists()


def test_it_counts_who_the_button_enters(olive_client: Client, tournament: Competition) -> None:
    preview = look(olive_client, tournament, "Pat Ashby\nNew Face\nNewer Face\n")
    assert preview.context["count"] == 2
    again = enter(olive_client, tournament, preview, step="look", left_out="3")
    assert again.context["count"] == 1


def ticked(preview: Any) -> list[str]:
    """List the lines whose box to leave them out is ticked on the page."""
    boxes = re.findall(r'<input type="checkbox" name="left_out"[^>]*>', preview.content.decode())
    return [re.findall(r'value="(\d+)"', box)[0] for box in boxes if " checked" in box]


def test_it_leaves_out_at_first_who_is_entered_for_certain(
    olive_client: Client, tournament: Competition
) -> None:
    preview = look(olive_client, tournament, "New Face\nPat Ashby\nASHBY pat\n")
    assert (ticked(preview), preview.context["count"]) == (["2"], 1)
    other = {"same-3": ""}
    again = enter(olive_client, tournament, preview, step="look", **other)  # the tick was taken away
    assert (ticked(again), again.context["count"]) == ([], 2)
    taken = enter(olive_client, tournament, preview, left_out="2", **other)
    said = olive_client.get(taken["Location"]).content.decode()
    assert "2 players are entered. 1 was there already." in said


def test_it_counts_who_is_left_out_apart_from_who_was_there(
    olive_client: Client, tournament: Competition
) -> None:
    preview = look(olive_client, tournament, "New Face\nPat Ashby\nOther Face\nThird Face\n")
    taken = enter(olive_client, tournament, preview, left_out=["2", "3"])
    said = olive_client.get(taken["Location"]).content.decode()
    assert "2 players are entered. 1 was there already. 1 line was left out." in said


def test_it_asks_who_is_meant_when_a_person_is_in_the_list_twice(
    olive_client: Client, empty: Competition
) -> None:
    preview = look(olive_client, empty, "Ann Firth\nBob Moss\nAnn Firth\nAnn Firth\n")
    assert (ticked(preview), preview.context["count"]) == (["3", "4"], 2)
    refused = enter(olive_client, empty, preview, left_out="4")  # the tick of line 3 was taken away
    assert refused.status_code == 422
    assert "Nobody was entered: line 3 is a person of the list again." in refused.content.decode()
    assert not empty.entries.exists()
    assert enter(olive_client, empty, preview, left_out=["3", "4"]).status_code == 302
    assert names(empty) == ["Ann Firth", "Bob Moss"]


def test_it_points_out_who_is_there_already_and_who_looks_alike(
    olive_client: Client, tournament: Competition
) -> None:
    preview = look(olive_client, tournament, "Pat Ashby\nASHBY pat\nNew Face\n")
    told = [(row.state, [one.shown for one in row.alike]) for row in preview.context["rows"]]
    assert told == [("entered", []), ("new", ["Pat Ashby"]), ("new", [])]
    assert len(re.findall(r'<td class="wide-only">\s*new\s', preview.content.decode())) == 1


def test_it_asks_who_is_meant_of_those_who_look_alike(olive_client: Client, empty: Competition) -> None:
    clubs = [Club.objects.create(name=name, slug=name.lower()) for name in ("North", "South")]
    known = [Player.objects.create(given="Ann", family="Firth", club=club) for club in clubs]
    text = "Bo Lee\nann firth\n"
    preview = look(olive_client, empty, text)
    page = preview.content.decode()
    assert "the same as Ann Firth (North)" in page
    assert preview.context["count"] == 2, "of several nobody is likely"
    stranger = Player.objects.create(given="Other", family="Body").pk
    for wrong in (stranger, "x", 10**30):
        again = enter(olive_client, empty, preview, step="look", **{"same-2": str(wrong)})
        assert again.context["asked"][0]["meant"] is None
    assert enter(olive_client, empty, preview, **{"same-2": str(known[1].pk)}).status_code == 302
    assert empty.entries.get(number=2).player == known[1]
    before, people = names(empty), Player.objects.count()
    second = look(olive_client, empty, text)
    assert second.context["count"] == 0, "who was meant is entered, and so is likely"
    enter(olive_client, empty, second)
    assert (names(empty), Player.objects.count()) == (before, people)
    enter(olive_client, empty, second, **{"same-2": ""})
    assert names(empty) == [*before, "ann firth"]


def test_it_takes_a_name_without_a_club_for_the_member_of_that_name(
    olive_client: Client, empty: Competition
) -> None:
    club = Club.objects.create(name="Elsewhere", slug="elsewhere")
    Player.objects.create(given="Ann", family="Firth", club=club)
    member = Player.objects.create(given="Ann", family="Firth", club=empty.club)
    people = Player.objects.count()
    first = look(olive_client, empty, "given,family,club\nAnn,Firth,\nAnn,Firth,Third Place\n")
    assert [one["meant"] and one["meant"].pk for one in first.context["asked"]] == [member.pk, None]
    enter(olive_client, empty, look(olive_client, empty, "Ann Firth\n"))
    assert empty.entries.get().player == member
    assert Player.objects.count() == people


@pytest.mark.parametrize(
    ("written", "likely"),
    [
        ("Jedrzej Gesiorek", True),
        ("gesiorek JĘDRZEJ", True),
        ("Jędrzej Gęsirek", False),
        ("J. Gesiorek", False),
        ("Jan Gęsiorek", None),
    ],
)
def test_it_knows_a_name_without_its_marks_or_with_a_letter_missing(
    olive_client: Client,
    empty: Competition,
    written: str,
    likely: bool | None,
    django_assert_num_queries: Any,
) -> None:
    member = Player.objects.create(given="Jędrzej", family="Gęsiorek", club=empty.club)
    old = Player.objects.create(given="Jedrzei", family="Gesiorek", merged_into=member)
    Player.objects.create(erased_at=old.pk and timezone.now(), shown="erased")
    preview = look(olive_client, empty, f"{written}\n")
    [row] = preview.context["rows"]
    found = [(one.pk, one.pk == row.likely) for one in row.alike]
    assert found == ([] if likely is None else [(member.pk, likely)])
    given, family = written.split()
    with django_assert_num_queries(2):
        [alone] = people.recognised(empty, [Person(1, given, family)])
    assert alone.alike == row.alike


FIRTH = {"given": "Ann", "family": "Firth", "club": "", "status": "player"}


@pytest.fixture
def ann(empty: Competition) -> Player:
    """A member of the club that plays."""
    return Player.objects.create(given="Ann", family="Firth", club=empty.club)


def answers(response: Any) -> dict[str, str]:
    """Read who may be meant, as the form offers it: what is said, and what that sends."""
    return {said: value for value, said in response.context["form"].fields["same"].choices}


def test_the_form_asks_who_is_meant(olive_client: Client, empty: Competition, ann: Player) -> None:
    asked = olive_client.post(at("players", empty), FIRTH)
    assert (asked.status_code, empty.entries.count()) == (422, 0)
    assert "Nobody is entered yet: say who is meant." in asked.content.decode()
    assert list(answers(asked)) == ["the same as Ann Firth (Severn Winds)", "another person"]
    preset = asked.context["form"]["same"].value()
    assert preset == str(ann.pk)
    assert olive_client.post(at("players", empty), {**FIRTH, "same": preset}).status_code == 302
    assert (empty.entries.get().player, Player.objects.count()) == (ann, 1)
    again = olive_client.post(at("players", empty), FIRTH)
    assert next(iter(answers(again))) == "the same as Ann Firth (Severn Winds), entered already"
    told = olive_client.post(at("players", empty), {**FIRTH, "same": preset})
    assert (told.status_code, "already entered" in told.content.decode()) == (422, True)
    other = {**FIRTH, "same": answers(again)["another person"]}
    assert olive_client.post(at("players", empty), other).status_code == 302
    assert (names(empty), Player.objects.count()) == (["Ann Firth", "Ann Firth"], 2)


def test_the_form_enters_whoever_registered_with_the_registration(
    olive_client: Client, empty: Competition, ann: Player
) -> None:
    waits = registered_in(empty, given="Ann", family="Firth", state="waiting")
    asked = olive_client.post(at("players", empty), FIRTH)
    assert "the same as Ann Firth, who registered: on the waiting list" in answers(asked)
    meant = {**FIRTH, "number": "9", "same": asked.context["form"]["same"].value()}
    assert [olive_client.post(at("players", empty), meant).status_code for _ in range(2)] == [302, 422]
    waits.refresh_from_db()
    assert (waits.state, waits.entry, empty.entries.get().number) == ("coming", empty.entries.get(), 9)


def test_the_form_asks_again_where_another_name_is_typed_then(
    olive_client: Client, empty: Competition, ann: Player
) -> None:
    Player.objects.create(given="Bo", family="Lee", club=empty.club)
    asked = olive_client.post(at("players", empty), FIRTH)
    bo = {**FIRTH, "given": "Bo", "family": "Lee"}
    for answer in answers(asked).values():
        again = olive_client.post(at("players", empty), {**bo, "same": answer})
        assert (again.status_code, empty.entries.count()) == (422, 0)
        assert "the same as Bo Lee (Severn Winds)" in answers(again)


@pytest.mark.parametrize("told", [{"club": "Severn Winds"}, {"given": "Someone"}])
def test_the_form_asks_nothing_where_nobody_is_alike_or_the_person_is_known(
    olive_client: Client, empty: Competition, ann: Player, told: dict[str, str]
) -> None:
    assert olive_client.post(at("players", empty), {**FIRTH, **told}).status_code == 302
    assert (empty.entries.get().player == ann) is ("club" in told)


def test_it_enters_all_or_nothing(olive_client: Client, tournament: Competition) -> None:
    preview = look(olive_client, tournament, "given,family,no\nNew,Face,99\nOld,Hand,3\n")
    refused = enter(olive_client, tournament, preview)
    assert refused.status_code == 422
    assert "Number 3 is already taken" in refused.content.decode()
    assert tournament.entries.count() == 16


def test_it_refuses_a_list_that_was_damaged_on_its_way(olive_client: Client, empty: Competition) -> None:
    response = olive_client.post(at("players-import", empty), {"packed": "!!!", "step": "enter"})
    assert response.status_code == 422


def test_it_withdraws_and_takes_back(olive_client: Client, tournament: Competition) -> None:
    for status in ("withdrawn", "substitute", "player"):
        assert olive_client.post(at("entry", tournament, number=2), {"status": status}).status_code == 302
        assert tournament.entries.get(number=2).status == status


def test_it_takes_somebody_off_the_list_before_the_draw_only(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    assert olive_client.post(at("entry-remove", tournament, number=16)).status_code == 302
    assert tournament.entries.count() == 15
    rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    refused = olive_client.post(at("entry-remove", tournament, number=1))
    assert refused.status_code == 422
    assert "Withdraw the entry instead" in refused.content.decode()


def test_it_gives_a_house_player_a_person(olive_client: Client, tournament: Competition, olive: User) -> None:
    tournament.entries.get(number=16).delete()
    rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    house = tournament.entries.get(status=Entry.Status.HOUSE)
    taken = {"given": "Pat", "family": "Ashby", "status": "player"}
    assert olive_client.post(at("entry", tournament, number=house.number), taken).status_code == 422
    late = {"given": "Late", "family": "Comer", "status": "player"}
    assert olive_client.post(at("entry", tournament, number=house.number), late).status_code == 302
    house.refresh_from_db()
    assert (house.name, house.status) == ("Late Comer", "player")


def test_it_enters_a_workbook_once(olive_client: Client, empty: Competition) -> None:
    data = written(("Given name", "Family name"), ("Pat", "Ashby"), ("Zoë", "Kemble"))
    for _ in range(2):
        preview = look(olive_client, empty, file=SimpleUploadedFile("list.xlsx", data))
        assert "Separator" not in preview.content.decode()
        assert enter(olive_client, empty, preview).status_code == 302
    assert names(empty) == ["Pat Ashby", "Zoë Kemble"]


def test_it_enters_nobody_of_a_workbook_with_a_formula(olive_client: Client, empty: Competition) -> None:
    data = written(("Pat", "Ashby"), ("Zoë", "=A1"))
    preview = look(olive_client, empty, file=SimpleUploadedFile("list.xlsx", data))
    assert "column B holds a formula" in preview.content.decode()
    assert enter(olive_client, empty, preview).status_code == 422
    assert names(empty) == []


def test_it_reads_columns_as_they_are_said_to_be(olive_client: Client, empty: Competition) -> None:
    text = "Spielerin,Wohnort,Rufname\nKemble,Bath,Zoë\nFirth,Hull,Uma\n"
    preview = look(olive_client, empty, text, header="yes")
    assert "No column of the header is a name" in preview.content.decode()
    proposed = preview.context["columns_proposed"]
    said = {"column": ["family", "", "given"], "columns_proposed": proposed}
    again = enter(olive_client, empty, preview, step="look", **said)
    assert [row.person.name for row in again.context["rows"]] == ["Zoë Kemble", "Uma Firth"]
    assert again.context["listing"].ignored == ("Wohnort",)
    kept = {**said, "columns_proposed": again.context["columns_proposed"]}
    assert enter(olive_client, empty, again, **kept).status_code == 302
    assert names(empty) == ["Zoë Kemble", "Uma Firth"]


def test_it_proposes_columns_anew_while_nobody_said_otherwise(
    olive_client: Client, empty: Competition
) -> None:
    preview = look(olive_client, empty, "Ann,Firth,Hull,gb\nBo,Lee,,dk\n")
    shown = {
        "column": [column for _top, column in preview.context["columns"]],
        "columns_proposed": preview.context["columns_proposed"],
    }
    assert shown["column"] == ["given", "family", "club", "country"]
    again = enter(olive_client, empty, preview, step="look", family_first="on", **shown)
    assert again.context["listing"].columns == ("family", "given", "club", "country")
    twice = {**shown, "column": ["family", "family", "nonsense", "club"]}
    told = enter(olive_client, empty, preview, step="look", **twice).context["listing"]
    assert told.columns == ("family", "", "", "club")
    other = enter(olive_client, empty, preview, step="look", separator="semicolon", **twice)
    assert other.context["listing"].columns == ("name",), "a list cut otherwise has other columns"


def test_it_leads_to_where_a_name_is_corrected(olive_client: Client, tournament: Competition) -> None:
    entry = tournament.entries.get(number=2)
    page = olive_client.get(at("entry", tournament, number=2)).content.decode()
    assert at("person", club=tournament.club.slug, person=entry.player_id) in page
