"""What an event plays otherwise than its rules usually have it, in sentences."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext

from scoring import RuleSet
from scoring.house import HOUSE, OFF
from tournaments.selectors.explained import special_name
from tournaments.wording.settings import LISTS_OF_HANDS, option_said


class Difference(NamedTuple):
    """What is otherwise: what it is about, how it usually is, how it is here."""

    about: str
    usual: str
    here: str


def differences(rules: RuleSet) -> list[Difference]:
    """List the options that were chosen, and the special hands that a club took out or added."""
    return [*_options(rules), *_hands(rules)]


def _options(rules: RuleSet) -> Iterator[Difference]:
    for name, spec in rules.option_specs.items():
        if rules.options[name] != spec.default:
            said = (option_said(value) for value in (spec.default, rules.options[name]))
            yield Difference(gettext(spec.about), *said)


def _hands(rules: RuleSet) -> Iterator[Difference]:
    off = [special_name(code) for code in str(rules.options.get(OFF, "")).split(",") if code]
    own = [hand["name"] for hand in json.loads(str(rules.options.get(HOUSE) or "[]"))]
    for list_, names in ((OFF, off), (HOUSE, own)):
        if names:
            yield Difference(gettext(LISTS_OF_HANDS[list_]), gettext("none"), ", ".join(names))
