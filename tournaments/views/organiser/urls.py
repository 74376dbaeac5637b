"""Addresses of the organiser's pages."""

from django.urls import URLPattern, path

from tournaments.views.organiser import (
    arrivals,
    board,
    closing,
    confirmations,
    correcting,
    entering,
    held,
    home,
    joining,
    letters,
    own,
    paper,
    penalties,
    persons,
    players,
    prizes,
    projector,
    records,
    registrations,
    rounds,
    rulings,
    saved_deals,
    seating,
    settings,
    staff,
    standings,
    tables,
    tablets,
)

app_name = "organiser"

PERSONS = "clubs/<slug:club>/persons/"
PERSON = PERSONS + "<int:person>/"
COMPETITION = "c/<slug:slug>/"
REGISTRATION = COMPETITION + "registrations/<int:registration>/"
CODE = COMPETITION + "check-in/registrations/<int:registration>/"
LETTER = COMPETITION + "registrations/letters/<int:letter>/"
ROUND = COMPETITION + "rounds/<int:round>/"
TABLE = COMPETITION + "r<int:round>/t<int:table>/"
DEAL = TABLE + "d<int:deal>/"


def people(where: str, kind: str, views: staff.Pages) -> list[URLPattern]:
    """List the addresses of those who work in a club or an event."""
    return [
        path(where, views.people.as_view(), name=f"{kind}-people"),
        path(where + "<int:right>/", views.right.as_view(), name=f"{kind}-right"),
        path(where + "<int:right>/remove", views.remove.as_view(), name=f"{kind}-right-remove"),
        path(
            where + "invitations/<int:invitation>/revoke",
            views.revoke.as_view(),
            name=f"{kind}-invitation-revoke",
        ),
    ]


urlpatterns = [
    path("", home.Home.as_view(), name="home"),
    path("join/<str:token>", joining.Join.as_view(), name="join"),
    path("me/", own.Me.as_view(), name="me"),
    path("me/roles/<int:right>/leave", own.Leave.as_view(), name="leave"),
    path("me/sessions/<int:session>/end", own.SessionEnd.as_view(), name="session-end"),
    path("me/close", own.Close.as_view(), name="close"),
    path("me/profile", persons.Profile.as_view(), name="profile"),
    path("me/profile/data", persons.ProfileData.as_view(), name="profile-data"),
    path("second-factor", own.SecondFactor.as_view(), name="second-factor"),
    path("roles", home.Roles.as_view(), name="roles"),
    path("clubs/new", home.ClubCreate.as_view(), name="club-create"),
    path("clubs/<slug:club>/tiles", home.ClubTiles.as_view(), name="club-tiles"),
    path("clubs/<slug:club>/log", home.ClubLog.as_view(), name="club-log"),
    *people("clubs/<slug:club>/people/", "club", staff.CLUB),
    path("clubs/<slug:club>/people/<int:right>/password", staff.PasswordHelp.as_view(), name="club-password"),
    path(PERSONS, persons.Persons.as_view(), name="persons"),
    path(PERSON, persons.PersonPage.as_view(), name="person"),
    path(PERSON + "merge", persons.PersonMerge.as_view(), name="person-merge"),
    path(PERSON + "merges/<int:merge>/undo", persons.MergeUndo.as_view(), name="merge-undo"),
    path(PERSON + "invite", persons.PersonInvite.as_view(), name="person-invite"),
    path(PERSON + "erase", persons.PersonErase.as_view(), name="person-erase"),
    path(PERSON + "data", persons.PersonData.as_view(), name="person-data"),
    path("clubs/<slug:club>/second-factor", staff.ClubSecondFactor.as_view(), name="club-second-factor"),
    path("clubs/<slug:club>/tournaments/new", home.TournamentCreate.as_view(), name="tournament-create"),
    path("clubs/<slug:club>/leagues/new", home.LeagueCreate.as_view(), name="league-create"),
    path("leagues/<slug:league>/seasons/new", home.SeasonCreate.as_view(), name="season-create"),
    # one competition
    path(COMPETITION, settings.Overview.as_view(), name="overview"),
    path(COMPETITION + "settings/", settings.Settings.as_view(), name="settings"),
    path(COMPETITION + "publish", settings.Publish.as_view(), name="publish"),
    path(COMPETITION + "results", settings.ResultsPublish.as_view(), name="results-publish"),
    path(COMPETITION + "unpublish", settings.Unpublish.as_view(), name="unpublish"),
    path(COMPETITION + "archive", settings.Archive.as_view(), name="archive"),
    path(COMPETITION + "unarchive", settings.Unarchive.as_view(), name="unarchive"),
    path(COMPETITION + "players/", players.Players.as_view(), name="players"),
    path(COMPETITION + "players/import", players.PlayersImport.as_view(), name="players-import"),
    path(COMPETITION + "players/<int:number>/", players.EntryPage.as_view(), name="entry"),
    path(COMPETITION + "players/<int:number>/remove", players.EntryRemove.as_view(), name="entry-remove"),
    path(COMPETITION + "registrations/", registrations.Registrations.as_view(), name="registrations"),
    path(COMPETITION + "registrations/open", registrations.Open.as_view(), name="registration-open"),
    path(COMPETITION + "registrations/enter", registrations.Enter.as_view(), name="registrations-enter"),
    path(REGISTRATION, registrations.RegistrationPage.as_view(), name="registration"),
    path(REGISTRATION + "approve", registrations.Approve.as_view(), name="registration-approve"),
    path(REGISTRATION + "refuse", registrations.Refuse.as_view(), name="registration-refuse"),
    path(REGISTRATION + "withdraw", registrations.Withdraw.as_view(), name="registration-withdraw"),
    path(REGISTRATION + "paid", registrations.Paid.as_view(), name="registration-paid"),
    path(REGISTRATION + "unpaid", registrations.Unpaid.as_view(), name="registration-unpaid"),
    path(COMPETITION + "registrations/letters/", letters.Letters.as_view(), name="letters"),
    path(COMPETITION + "registrations/letters/send", letters.SendAll.as_view(), name="letters-send"),
    path(LETTER + "send", letters.Send.as_view(), name="letter-send"),
    path(LETTER + "by-hand", letters.ByHand.as_view(), name="letter-by-hand"),
    path(REGISTRATION + "erase", registrations.Erase.as_view(), name="registration-erase"),
    path(COMPETITION + "check-in/", arrivals.CheckInPage.as_view(), name="check-in"),
    path(COMPETITION + "check-in/kiosk/open", arrivals.KioskOpen.as_view(), name="kiosk-open"),
    path(COMPETITION + "check-in/kiosk/close", arrivals.KioskClose.as_view(), name="kiosk-close"),
    path(CODE, arrivals.CodePage.as_view(), name="check-in-code"),
    path(COMPETITION + "check-in/<int:number>/here", arrivals.Arrived.as_view(), name="arrived"),
    path(COMPETITION + "check-in/<int:number>/undo", arrivals.ArrivedUndo.as_view(), name="arrived-undo"),
    *people(COMPETITION + "people/", "event", staff.EVENT),
    # seating and rounds
    path(COMPETITION + "seating/", seating.SeatingPage.as_view(), name="seating"),
    path(ROUND, rounds.RoundPage.as_view(), name="round"),
    path(ROUND + "exchange", seating.Exchange.as_view(), name="exchange"),
    path(ROUND + "replace", seating.Replace.as_view(), name="replace"),
    path(ROUND + "take-back", seating.TakeBack.as_view(), name="take-back"),
    path(ROUND + "publish", rounds.RoundPublish.as_view(), name="round-publish"),
    path(ROUND + "start", rounds.RoundStart.as_view(), name="round-start"),
    path(ROUND + "close", rounds.RoundClose.as_view(), name="round-close"),
    path(ROUND + "clock", rounds.RoundClock.as_view(), name="round-clock"),
    path(ROUND + "reopen", rounds.RoundReopen.as_view(), name="round-reopen"),
    path(ROUND + "confirmations", confirmations.Confirmations.as_view(), name="confirmations"),
    path(ROUND + "remove", rounds.RoundRemove.as_view(), name="round-remove"),
    path(ROUND + "meeting", rounds.Meeting.as_view(), name="meeting"),
    path(ROUND + "meeting/newcomer", rounds.Newcomer.as_view(), name="newcomer"),
    # the day itself
    path(COMPETITION + "standings/", standings.StandingsThen.as_view(), name="standings"),
    path(COMPETITION + "closing/", closing.ClosingPage.as_view(), name="closing"),
    path(COMPETITION + "closing/objections/new", closing.ObjectionNew.as_view(), name="objection"),
    path(
        COMPETITION + "closing/objections/<int:objection>/answer",
        closing.ObjectionAnswer.as_view(),
        name="objection-answer",
    ),
    path(COMPETITION + "closing/sign", closing.ResultsSign.as_view(), name="results-sign"),
    path(COMPETITION + "closing/reopen", closing.ResultsReopen.as_view(), name="results-reopen"),
    path(COMPETITION + "board/", board.BoardPage.as_view(), name="board"),
    path(COMPETITION + "board/pulse", board.BoardPulse.as_view(), name="board-pulse"),
    path(COMPETITION + "board/fragment", board.BoardFragment.as_view(), name="board-fragment"),
    path(COMPETITION + "projector/", projector.Projector.as_view(), name="projector"),
    path(
        COMPETITION + "projector/fragment", projector.ProjectorFragment.as_view(), name="projector-fragment"
    ),
    path(COMPETITION + "projector/choose", projector.ProjectorChoose.as_view(), name="projector-choose"),
    path(COMPETITION + "calls/<int:call>/answer", board.CallAnswer.as_view(), name="call-answer"),
    path(COMPETITION + "held/<int:held>/", held.HeldPage.as_view(), name="held"),
    path(TABLE, tables.TablePage.as_view(), name="table"),
    path(TABLE + "time", tables.TableTime.as_view(), name="table-time"),
    path(TABLE + "swap", tables.SeatsSwap.as_view(), name="swap"),
    path(TABLE + "substitute", tables.Substitution.as_view(), name="substitute"),
    path(TABLE + "enter", entering.DealEnter.as_view(), name="deal-enter"),
    path(TABLE + "enter/preview", entering.DealEnterPreview.as_view(), name="deal-enter-preview"),
    path(DEAL, tables.DealPage.as_view(), name="deal"),
    path(DEAL + "correct", correcting.DealCorrect.as_view(), name="deal-correct"),
    path(DEAL + "correct/preview", correcting.DealCorrectPreview.as_view(), name="deal-correct-preview"),
    path(DEAL + "void", tables.DealVoid.as_view(), name="deal-void"),
    path(DEAL + "restore", tables.DealRestore.as_view(), name="deal-restore"),
    path(DEAL + "penalty", penalties.DealPenalty.as_view(), name="deal-penalty"),
    path(DEAL + "events/<int:index>/reverse", penalties.EventReverse.as_view(), name="event-reverse"),
    path(COMPETITION + "rulings/", rulings.Rulings.as_view(), name="rulings"),
    path(COMPETITION + "rulings/new", rulings.RulingWrite.as_view(), name="ruling"),
    path(
        COMPETITION + "rulings/<int:ruling>/reverse", rulings.RulingReverse.as_view(), name="ruling-reverse"
    ),
    path(TABLE + "adjust", rulings.ScoresAdjust.as_view(), name="adjust"),
    path(
        COMPETITION + "adjustments/<int:adjustment>/reverse",
        rulings.AdjustmentReverse.as_view(),
        name="adjustment-reverse",
    ),
    path(COMPETITION + "penalties/", penalties.Penalties.as_view(), name="penalties"),
    path(COMPETITION + "warnings/new", penalties.WarningGive.as_view(), name="warning"),
    path(
        COMPETITION + "warnings/<int:warning>/reverse",
        penalties.WarningReverse.as_view(),
        name="warning-reverse",
    ),
    path(
        COMPETITION + "penalties/<int:penalty>/reverse",
        penalties.PenaltyReverse.as_view(),
        name="penalty-reverse",
    ),
    # tablets and records
    path(COMPETITION + "tablets/", tablets.Tablets.as_view(), name="tablets"),
    path(COMPETITION + "tablets/codes", tablets.TabletCodes.as_view(), name="tablet-codes"),
    path(COMPETITION + "tablets/<int:device>/revoke", tablets.TabletRevoke.as_view(), name="tablet-revoke"),
    path(COMPETITION + "tablets/deals", saved_deals.SavedDeals.as_view(), name="saved-deals"),
    path(COMPETITION + "prizes/", prizes.Prizes.as_view(), name="prizes"),
    path(COMPETITION + "paper/", paper.PaperPage.as_view(), name="paper"),
    path(COMPETITION + "paper/score-sheets", paper.ScoreSheets.as_view(), name="score-sheets"),
    path(COMPETITION + "paper/all", paper.PaperBundle.as_view(), name="paper-bundle"),
    path(COMPETITION + "paper/<slug:paper>", paper.PaperFile.as_view(), name="paper-file"),
    path(COMPETITION + "exports/", records.Exports.as_view(), name="exports"),
    path(COMPETITION + "exports/fragment", records.ExportsFragment.as_view(), name="exports-fragment"),
    path(COMPETITION + "exports/<int:export>/file", records.ExportFile.as_view(), name="export-file"),
    path(COMPETITION + "log/", records.Log.as_view(), name="log"),
]
