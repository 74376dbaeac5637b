"""E-mails to whoever registered, as the staff see them: what each said, what became of it, what is to do."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Letter
from tournaments.powers import Power
from tournaments.selectors import letters as selectors
from tournaments.selectors.registrations import opening_of
from tournaments.services import letters as services
from tournaments.services import mailing
from tournaments.views.hosts import only_here
from tournaments.views.organiser.page import Button, OfCompetition


@dataclass(frozen=True, slots=True)
class Shown:
    """A letter with its whole text, and what can be done with it."""

    letter: Letter
    text: str
    by_mail: str  # an address that opens the reader's own mail program
    is_stuck: bool
    is_to_do: bool


def shown(letter: Letter, site: str) -> Shown:
    """Make a letter ready to be shown; its link leads to a site (its address)."""
    text, to = services.text_of(letter, site), quote(letter.registration.email, safe="@")
    by_mail = f"mailto:{to}?subject={quote(letter.subject)}&body={quote(text)}"
    stuck = services.is_stuck(letter)
    to_do = stuck or not (letter.is_over or letter.is_on_its_way or letter.is_overtaken)
    return Shown(letter, text, by_mail, stuck, to_do)


class WhoWrites(OfCompetition):
    """A page or a button by which letters are written or sent."""

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if self.request.method == "POST":
            services.site_note(self.competition, self.request.build_absolute_uri("/"))


class OfLetters(OfCompetition):
    """A page that shows letters."""

    tab = "players"
    power = Power.PLAYERS

    def shown(self, letters: Any) -> list[Shown]:
        opening = opening_of(self.competition)
        site = (opening and opening.site) or self.request.build_absolute_uri("/")
        return [shown(one, site) for one in letters]

    def mail_context(self) -> dict[str, Any]:
        """Give what the buttons of letters need to know."""
        return {"mails": mailing.is_configured(), "only_here": only_here(self.request.get_host())}


class Letters(OfLetters):
    """All letters of an event, or those of one state."""

    template_name = "organiser/letters.html"

    def here(self) -> str:
        return self.address("letters")

    def context(self) -> dict[str, Any]:
        letters, state = list(selectors.letters_of(self.competition)), self.request.GET.get("state", "")
        wanted = [one for one in letters if state in ("", selectors.state_of(one))]
        shown = self.shown(wanted)
        return {
            **super().context(),
            **self.mail_context(),
            "counted": selectors.counted(letters),
            "state": state,
            "letters": shown,
            "to_send": sum(one.is_to_do and not one.is_stuck for one in shown),
        }


class SendAll(Button, WhoWrites):
    """Send whatever failed or waits."""

    stands_on = Letters
    power = Power.PLAYERS

    def act(self) -> str:
        sent = services.letters_send(competition=self.competition, actor=self.actor)
        said = ngettext("%(count)s e-mail is being sent.", "%(count)s e-mails are being sent.", sent)
        self.say(said % {"count": sent})
        return self.address("letters")


class OfLetter(Button, WhoWrites):
    """A button of one letter."""

    stands_on = Letters
    power = Power.PLAYERS
    letter: Letter

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        found = selectors.letters_of(self.competition).filter(pk=named["letter"]).first()
        if found is None:
            raise Http404
        found.registration.competition = self.competition
        self.letter = found

    def back(self) -> str:
        if self.request.POST.get("from") == "registration":
            return self.address("registration", registration=self.letter.registration_id)
        return self.address("letters")


class Send(OfLetter):
    """Send a letter that was not sent."""

    def act(self) -> str:
        services.letter_send(letter=self.letter, actor=self.actor)
        self.say(_("The e-mail is being sent."))
        return self.back()


class ByHand(OfLetter):
    """Note that a letter was sent by hand."""

    def act(self) -> str:
        services.letter_by_hand(letter=self.letter, actor=self.actor)
        return self.back()
