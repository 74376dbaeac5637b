"""How an event's registration is opened, and what whoever registers fills in."""

from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.forms.fields import Name, PersonName, WholeNumber
from tournaments.models import Opening, Registration

MOST_QUESTIONS, LONGEST_QUESTION, LONGEST_ANSWER = 8, 120, 300
MUST = "*"  # at the end of a question that must be answered
MOMENT = "%Y-%m-%dT%H:%M"


class Moment(forms.DateTimeField):
    """A day and a time, chosen as the browser offers it, in the site's time zone."""

    def __init__(self, **named: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
        super().__init__(widget=widget, input_formats=[MOMENT], **named)


class OpeningForm(forms.Form):
    """From when until when, how many, and what is asked."""

    opens_at = Moment(label=_("From"))
    closes_at = Moment(label=_("Until"))
    capacity = WholeNumber(
        label=pgettext_lazy("how many may come", "Places"),
        min_value=1,
        max_value=2000,
        help_text=_("Players entered already take places too. Whoever comes later is put on a waiting list."),
    )
    approval = forms.BooleanField(label=_("Each registration is approved by the organisers"), required=False)
    fee = forms.CharField(
        label=_("Fee due"),
        max_length=40,
        required=False,
        help_text=_("As people read it, such as “£15 at the door”. It is noted as paid, not collected."),
    )
    remind_days = WholeNumber(
        label=_("Remind everybody by e-mail, days before"),
        min_value=0,
        max_value=30,
        help_text=_("From nine in the morning; 0: nobody is reminded."),
    )
    consent = forms.CharField(
        label=_("What everybody agrees to"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Such as: My name and my results may be published."),
    )
    questions = forms.CharField(
        label=_("Your own questions"),
        required=False,
        max_length=MOST_QUESTIONS * (LONGEST_QUESTION + 2),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "One a line, at most eight. With a star at its end, “Year of birth *”, it must be answered."
        ),
    )

    @classmethod
    def told(cls, opening: Opening | None, before: Opening | None = None) -> dict[str, Any]:
        """Give what the form begins with: how it is open, else how it was before, else what is usual."""
        shown = opening or before
        if shown is None:
            said = _("My name and my results may be published.")
            return {"capacity": 40, "remind_days": 3, "consent": said}
        times = ("opens_at", "closes_at") if opening else ()
        names = (*times, "capacity", "approval", "fee", "remind_days", "consent")
        return {name: getattr(shown, name) for name in names} | {"questions": "\n".join(shown.questions)}

    def clean_questions(self) -> list[str]:
        typed = (line.strip() for line in self.cleaned_data["questions"].splitlines())
        lines = [line for line in typed if without_star(line)]
        if len(lines) > MOST_QUESTIONS or any(len(line) > LONGEST_QUESTION for line in lines):
            raise ValidationError(_("At most eight questions, of at most 120 letters each."))
        return lines

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("opens_at"), cleaned.get("closes_at")
        if first and last and first >= last:
            self.add_error("closes_at", _("The end is not after the beginning."))
        return cleaned


def without_star(question: str) -> str:
    """Say a question without what tells that it must be answered."""
    return question.removesuffix(MUST).rstrip()


class RegisterForm(forms.Form):
    """Who registers. `website` is for programs that fill in whatever they find; people do not see it."""

    given = PersonName(label=_("Given name"), required=False)
    family = PersonName(label=_("Family name"))
    club = Name(label=_("Club"), max_length=100, required=False)
    email = forms.EmailField(
        label=_("E-mail"), help_text=_("Only the organisers see it, to tell you about this event.")
    )
    consent = forms.BooleanField()
    website = forms.CharField(required=False, max_length=200, widget=forms.TextInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, opening: Opening, **named: Any) -> None:
        named["initial"] = {"key": uuid4()}
        super().__init__(*bound, **named)
        self.questions = list(opening.questions)
        for name, question in self._asked():
            must = question.endswith(MUST)
            self.fields[name] = forms.CharField(
                label=without_star(question), required=must, max_length=LONGEST_ANSWER
            )
        self.fields["consent"].label = opening.consent
        for name, said in (("given", "given-name"), ("family", "family-name"), ("email", "email")):
            self.fields[name].widget.attrs["autocomplete"] = said
        self.fields["website"].widget.attrs |= {"autocomplete": "off", "tabindex": "-1"}

    def _asked(self) -> list[tuple[str, str]]:
        return [(f"answer{number}", question) for number, question in enumerate(self.questions)]

    @property
    def shown(self) -> list[Any]:
        """List the fields that people fill in, before what they agree to."""
        names = ["given", "family", "club", "email", *(name for name, _question in self._asked())]
        return [self[name] for name in names]

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise ValidationError(_("Leave the field “website” empty."))
        return ""

    def told(self) -> dict[str, Any]:
        """Give what the service takes."""
        names = ("key", "given", "family", "club", "email")
        answers = [[without_star(question), self.cleaned_data[name]] for name, question in self._asked()]
        return {name: self.cleaned_data[name] for name in names} | {"answers": answers}


class RegistrationForm(forms.Form):
    """What somebody told, as the staff correct it; each answer under the question as it read then."""

    given = PersonName(label=_("Given name"), required=False)
    family = PersonName(label=_("Family name"))
    club = Name(label=_("Club"), max_length=100, required=False)
    email = forms.EmailField(label=_("E-mail"))
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, registration: Registration, **named: Any) -> None:
        self.answers = [(f"answer{nth}", *pair) for nth, pair in enumerate(registration.answers)]
        told = {name: answer for name, _question, answer in self.answers}
        named["initial"] = {**registration.told, **told, "seen": registration.told_mark}
        super().__init__(*bound, **named)
        for name, question, _answer in self.answers:
            self.fields[name] = forms.CharField(label=question, required=False, max_length=LONGEST_ANSWER)

    def told(self) -> dict[str, Any]:
        """Give what the service takes."""
        answers = [[question, self.cleaned_data[name]] for name, question, _answer in self.answers]
        names = ("given", "family", "club", "email", "seen")
        return {name: self.cleaned_data[name] for name in names} | {"answers": answers}
