"""The addresses of the API, version 1."""

from django.urls import include, path

from tournaments.api.public import ranked
from tournaments.api.public import views as public
from tournaments.api.table import views as table
from tournaments.deal.consent import CONFIRM, DISPUTE

app_name = "api"

urlpatterns = [
    path("pair", table.PairView.as_view(), name="pair"),
    path("table", table.TableView.as_view(), name="table"),
    path("table/deals/preview", table.PreviewView.as_view(), name="deal_preview"),
    path("table/deals", table.DealsView.as_view(), name="deals"),
    path("table/deals/<int:number>/confirm", table.WordView.as_view(word=CONFIRM), name="deal_confirm"),
    path("table/deals/<int:number>/dispute", table.WordView.as_view(word=DISPUTE), name="deal_dispute"),
    path("table/deals/<int:number>/correct", table.CorrectView.as_view(), name="deal_correct"),
    path(
        "table/deals/<int:number>/correct/preview",
        table.CorrectPreviewView.as_view(),
        name="deal_correct_preview",
    ),
    path("table/deals/confirm", table.WordsView.as_view(), name="deals_confirm"),
    path("table/agreement", table.AgreeView.as_view(), name="agree"),
    path("table/call", table.CallView.as_view(), name="call"),
    path("table/call/back", table.CallBackView.as_view(), name="call-back"),
    path("table/heartbeat", table.HeartbeatView.as_view(), name="heartbeat"),
    path("competitions", public.CompetitionsView.as_view(), name="competitions"),
    path("competitions/<slug:slug>", public.CompetitionView.as_view(), name="competition"),
    path("competitions/<slug:slug>/entries", public.EntriesView.as_view(), name="entries"),
    path("competitions/<slug:slug>/rounds", public.RoundsView.as_view(), name="rounds"),
    path("competitions/<slug:slug>/line-ups", public.LineUpsView.as_view(), name="line-ups"),
    path("competitions/<slug:slug>/seating", public.SeatingView.as_view(), name="seating"),
    path("competitions/<slug:slug>/deals", public.DealsView.as_view(), name="public_deals"),
    path("competitions/<slug:slug>/standings", public.StandingsView.as_view(), name="standings"),
    path("organise/", include("tournaments.api.organise.urls")),
    path("clubs/<slug:slug>/ranking", ranked.RankingView.as_view(), name="club_ranking"),
    path("clubs/<slug:slug>/ranking/events", ranked.EventsView.as_view(), name="club_ranking_events"),
    path("clubs/<slug:slug>/ranking/<int:player>", ranked.StoryView.as_view(), name="club_ranking_player"),
    path("clubs/<slug:slug>/ratings", ranked.ClubRatingsView.as_view(), name="club_ratings"),
    path("clubs/<slug:slug>/ratings/<int:player>", ranked.ClubRatingView.as_view(), name="club_rating"),
    path("leagues/<slug:slug>/ratings", ranked.LeagueRatingsView.as_view(), name="league_ratings"),
    path("leagues/<slug:slug>/ratings/<int:player>", ranked.LeagueRatingView.as_view(), name="league_rating"),
    path("leagues", public.LeaguesView.as_view(), name="leagues"),
    path("players", public.PlayersView.as_view(), name="players"),
]
