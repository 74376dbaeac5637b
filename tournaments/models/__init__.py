"""The tables of the database, a module for each concern."""

from tournaments.models.coming import MeetingAnswer, MembersLink
from tournaments.models.competition import (
    Arrival,
    CheckIn,
    Competition,
    Entry,
    League,
    Team,
    house_name,
)
from tournaments.models.devices import Device, PairingCode, RefereeCall, Throttle
from tournaments.models.draws import Draw, KeptDraft, Search
from tournaments.models.feats import Counted, Feat, Placing, RoundCount
from tournaments.models.finals import finals_revision
from tournaments.models.hooks import Delivery, Hook
from tournaments.models.inbox import HeldSubmission, Ruling
from tournaments.models.kiosks import Kiosk
from tournaments.models.ledger import Action, Agreement, Confirmation, DealVersion, Penalty, ScoreRow
from tournaments.models.letters import Letter
from tournaments.models.lineups import LineUp
from tournaments.models.persons import Merge
from tournaments.models.publishing import Export, Outbox
from tournaments.models.ratings import RatingList, RatingStep
from tournaments.models.registration import Opening, Registration
from tournaments.models.rights import Invitation, Right
from tournaments.models.rounds import EarlierSeating, Round, Seat, Seating, Table
from tournaments.models.rules import KeptRules
from tournaments.models.site import SiteNote
from tournaments.models.tokens import ApiToken

__all__ = [
    "Action",
    "Agreement",
    "ApiToken",
    "Arrival",
    "CheckIn",
    "Competition",
    "Confirmation",
    "Counted",
    "DealVersion",
    "Delivery",
    "Device",
    "Draw",
    "EarlierSeating",
    "Entry",
    "Export",
    "Feat",
    "HeldSubmission",
    "Hook",
    "Invitation",
    "KeptDraft",
    "KeptRules",
    "Kiosk",
    "League",
    "Letter",
    "LineUp",
    "MeetingAnswer",
    "MembersLink",
    "Merge",
    "Opening",
    "Outbox",
    "PairingCode",
    "Penalty",
    "Placing",
    "RatingList",
    "RatingStep",
    "RefereeCall",
    "Registration",
    "Right",
    "Round",
    "RoundCount",
    "Ruling",
    "ScoreRow",
    "Search",
    "Seat",
    "Seating",
    "SiteNote",
    "Table",
    "Team",
    "Throttle",
    "finals_revision",
    "house_name",
]
