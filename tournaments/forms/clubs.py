"""What a club says of itself: its name, how its tiles look, and its leagues."""

from django import forms
from django.utils.translation import gettext_lazy as _

from players.models import Club
from tournaments.forms.fields import Name, WholeNumber


class ClubForm(forms.Form):
    """A new club."""

    name = Name(label=_("Name of the club"), max_length=100)
    town = Name(label=_("Town"), max_length=80, required=False)


class ClubTilesForm(forms.Form):
    """How the tiles of a club look on every page and tablet."""

    tile_style = forms.ChoiceField(
        label=_("Tile faces"), choices=Club.TileStyle.choices, widget=forms.RadioSelect
    )
    tile_index = forms.ChoiceField(
        label=_("In the corner"), choices=Club.TileIndex.choices, widget=forms.RadioSelect
    )
    suit_words = forms.ChoiceField(
        label=_("Names of the suits"), choices=Club.SuitWords.choices, widget=forms.RadioSelect
    )


class ClubEveningForm(forms.Form):
    """What a club's evenings make of people who are no fours."""

    evening_tables = forms.ChoiceField(
        label=_("Who makes no four plays at"), choices=Club.EveningTables.choices, widget=forms.RadioSelect
    )
    house_players = WholeNumber(
        label=_("House players there are"),
        min_value=0,
        max_value=20,
        help_text=_("They fill tables up to four where the club wants that."),
    )


class LeagueForm(forms.Form):
    """A new league: the name under which its seasons stand."""

    name = Name(label=_("Name of the league"), max_length=100)
