"""Addresses of the public pages. Names of people are in none of them."""

from django.urls import path

from tournaments.views.public import (
    claims,
    competitions,
    deals,
    embed,
    feeds,
    home,
    kiosk,
    open_data,
    outlook,
    parts,
    people,
    profiles,
    registration,
    robots,
    rules,
    standings,
    statistics,
    teams,
)

app_name = "public"

COMPETITION = "c/<slug:slug>/"
TABLE = COMPETITION + "r<int:round_number>/t<int:table_number>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("calendar/", home.calendar, name="calendar"),
    path("archive/<int:year>/", home.archive, name="archive"),
    path("search/", home.search, name="search"),
    path("robots.txt", robots.robots, name="robots"),
    path("sitemap.xml", robots.site_map, name="sitemap"),
    path("embed/c/<slug:slug>/", embed.embed_standings, name="embed-standings"),
    path("embed/clubs/<slug:slug>/", embed.embed_club, name="embed-club"),
    path("oembed", embed.oembed, name="oembed"),
    path("schemas/event-1.json", open_data.event_schema, name="event-schema"),
    path("clubs/<slug:slug>/", home.club, name="club"),
    path("clubs/<slug:slug>/gallery/", home.gallery, name="club-gallery"),
    path("clubs/<slug:slug>/calendar.ics", feeds.club_calendar, name="club-calendar"),
    path("clubs/<slug:slug>/results.atom", feeds.club_results, name="club-results"),
    path("leagues/<slug:slug>/", home.league, name="league"),
    path("leagues/<slug:slug>/calendar.ics", feeds.league_calendar, name="league-calendar"),
    path("leagues/<slug:slug>/results.atom", feeds.league_results, name="league-results"),
    path("players/<int:player>/", profiles.profile, name="player"),
    path("players/<int:player>/calendar.ics", feeds.player_calendar, name="player-calendar"),
    path("rules/<slug:ruleset>/", rules.ruleset, name="rules"),
    path("rules/<slug:ruleset>/claims/", claims.claims, name="claims"),
    path(COMPETITION, competitions.competition, name="competition"),
    path(COMPETITION + "calendar.ics", feeds.event_calendar, name="competition-calendar"),
    path(COMPETITION + "results.atom", feeds.event_results, name="competition-results"),
    path(COMPETITION + "event.json", open_data.event, name="event-file"),
    path(COMPETITION + "seating/", competitions.seating, name="seating"),
    path(COMPETITION + "statistics/", statistics.statistics, name="statistics"),
    path(COMPETITION + "changes/", competitions.changes, name="changes"),
    path(COMPETITION + "register/", registration.register, name="register"),
    path("kiosk/<str:kiosk>/", kiosk.kiosk, name="kiosk"),
    path("registrations/<str:own>/", registration.own_registration, name="own-registration"),
    path("registrations/<str:own>/event.ics", registration.own_calendar, name="own-calendar"),
    path(COMPETITION + "standings/", standings.standings, name="standings"),
    path(COMPETITION + "standings/fragment", standings.standings_fragment, name="standings_fragment"),
    path(COMPETITION + "standings/outlook/", outlook.outlook, name="outlook"),
    path(COMPETITION + "standings/places/", parts.places, name="places"),
    path(COMPETITION + "standings/teams/", teams.teams, name="teams"),
    path(COMPETITION + "standings/teams/fragment", teams.teams_fragment, name="teams-fragment"),
    path(COMPETITION + "entries/<int:number>/", people.entry, name="entry"),
    path(TABLE, deals.table, name="table"),
    path(TABLE + "d<int:deal_number>/", deals.deal, name="deal"),
]
