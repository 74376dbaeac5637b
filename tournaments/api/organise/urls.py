"""The addresses for programs of those who organise."""

from django.urls import path

from tournaments.api.organise import (
    clock,
    competitions,
    counted,
    finals,
    held,
    people,
    persons,
    play,
    rounds,
    rulings,
    seasons,
)

ONE = "competitions/<slug:slug>"
ENTRY = f"{ONE}/entries/<int:number>"
ROUND = f"{ONE}/rounds/<int:round>"
TABLE = f"{ROUND}/tables/<int:table>"
DEAL = f"{TABLE}/deals/<int:deal>"
COUNTED = f"{ONE}/tournaments/<int:meeting>"
PERSONS = "clubs/<slug:club>/persons"
PERSON = f"{PERSONS}/<int:person>"
REGISTRATION = f"{ONE}/registrations/<int:registration>"

urlpatterns = [
    path("competitions", competitions.Competitions.as_view(), name="program-competitions"),
    path(ONE, competitions.OneCompetition.as_view(), name="program-competition"),
    path(f"{ONE}/publish", competitions.Publish.as_view(), name="program-publish"),
    path(f"{ONE}/standings", competitions.ProgramStandings.as_view(), name="program-standings"),
    path(f"{ONE}/entries", people.Entries.as_view(), name="program-entries"),
    path(ENTRY, people.OneEntry.as_view(), name="program-entry"),
    path(f"{ENTRY}/check-in", people.CheckIn.as_view(), name="program-check-in"),
    path(f"{ONE}/registrations", people.Registrations.as_view(), name="program-registrations"),
    path(f"{ONE}/registrations/enter", people.Enter.as_view(), name="program-registrations-enter"),
    *(
        path(
            f"{REGISTRATION}/{decision}",
            people.Decide.as_view(decision=decision),
            name=f"program-registration-{decision}",
        )
        for decision in people.DECISIONS
    ),
    path(f"{REGISTRATION}/paid", people.Paid.as_view(), name="program-registration-paid"),
    path(f"{ONE}/rounds", rounds.Rounds.as_view(), name="program-rounds"),
    path(f"{ONE}/draw", rounds.Draw.as_view(), name="program-draw"),
    path(ROUND, rounds.OneRound.as_view(), name="program-round"),
    path(f"{ROUND}/check-in", rounds.MeetingCheckIn.as_view(), name="program-meeting-check-in"),
    path(f"{ROUND}/draw", rounds.MeetingDraw.as_view(), name="program-meeting-draw"),
    path(f"{ROUND}/publish", rounds.Publish.as_view(), name="program-round-publish"),
    path(f"{ROUND}/take-back", rounds.TakeBack.as_view(), name="program-round-take-back"),
    path(f"{ROUND}/start", rounds.Start.as_view(), name="program-round-start"),
    path(f"{ROUND}/close", rounds.Close.as_view(), name="program-round-close"),
    path(f"{ROUND}/reopen", rounds.Reopen.as_view(), name="program-round-reopen"),
    path(f"{ROUND}/clock", clock.Clock.as_view(), name="program-clock"),
    path(f"{ROUND}/place", seasons.MeetingPlace.as_view(), name="program-meeting-place"),
    path(f"{ONE}/season", seasons.SeasonPolicy.as_view(), name="program-season"),
    path(f"{ONE}/finals", finals.Finals.as_view(), name="program-finals"),
    path(f"{ONE}/finals/look", finals.LookAtFinal.as_view(), name="program-final-look"),
    path(f"{ONE}/beside", finals.Beside.as_view(), name="program-beside"),
    path(f"{ONE}/finalists", finals.Finalists.as_view(), name="program-finalists"),
    path(f"{ONE}/finalists/take-over", finals.TakeOver.as_view(), name="program-finalists-take-over"),
    path(f"{ONE}/give-up", finals.GiveUp.as_view(), name="program-final-give-up"),
    path(f"{ONE}/tournaments", counted.Tournaments.as_view(), name="program-tournaments"),
    path(f"{ONE}/tournaments/look", counted.Look.as_view(), name="program-tournament-look"),
    path(f"{COUNTED}/take-over", counted.TakeOver.as_view(), name="program-tournament-take-over"),
    path(f"{COUNTED}/take-away", counted.TakeAway.as_view(), name="program-tournament-take-away"),
    path(f"{ONE}/held", held.Held.as_view(), name="program-held"),
    path(f"{ONE}/held/<int:held>/rule", held.HeldRule.as_view(), name="program-held-rule"),
    path(f"{TABLE}/substitute", play.Substitute.as_view(), name="program-substitute"),
    path(f"{ONE}/line-ups", rounds.LineUps.as_view(), name="program-line-ups"),
    path(f"{ONE}/seating", rounds.Seats.as_view(), name="program-seating"),
    path(f"{ROUND}/seating/exchange", rounds.Exchange.as_view(), name="program-exchange"),
    path(f"{ROUND}/seating/replace", rounds.Replace.as_view(), name="program-replace"),
    path(TABLE, play.OneTable.as_view(), name="program-table"),
    path(f"{TABLE}/deals", play.EnterDeal.as_view(), name="program-deal-enter"),
    path(f"{DEAL}/correct", play.Correct.as_view(), name="program-deal-correct"),
    path(f"{DEAL}/void", play.Void.as_view(), name="program-deal-void"),
    path(f"{DEAL}/penalties", play.Penalise.as_view(), name="program-deal-penalty"),
    path(f"{ONE}/deals", play.Deals.as_view(), name="program-deals"),
    path(f"{ONE}/penalties", rulings.Penalties.as_view(), name="program-penalties"),
    path(
        f"{ONE}/penalties/<int:penalty>/reverse",
        rulings.PenaltyReverse.as_view(),
        name="program-penalty-reverse",
    ),
    path(f"{ONE}/rulings", rulings.Rulings.as_view(), name="program-rulings"),
    path(
        f"{ONE}/rulings/<int:ruling>/take-back",
        rulings.RulingTakeBack.as_view(),
        name="program-ruling-take-back",
    ),
    path(PERSONS, persons.Persons.as_view(), name="program-persons"),
    path(PERSON, persons.OnePerson.as_view(), name="program-person"),
    path(f"{PERSON}/merge", persons.PersonMerge.as_view(), name="program-person-merge"),
    path(
        f"{PERSON}/merges/<int:merge>/undo", persons.MergeUndo.as_view(), name="program-merge-undo"
    ),
]
