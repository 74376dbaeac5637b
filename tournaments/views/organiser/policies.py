"""The rules of a season: begun with those of a club, changed in plain fields, tried before they are fixed."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.forms.policies import PolicyForm
from tournaments.forms.policy_fields import fits
from tournaments.forms.season_facts import SeasonFactForm
from tournaments.models import Entry
from tournaments.powers import Power
from tournaments.ranking.seasons.described import described
from tournaments.ranking.seasons.presets import presets
from tournaments.refusals import Refusal
from tournaments.selectors import policies as selected
from tournaments.selectors.lineups import presence
from tournaments.selectors.people import entries_of
from tournaments.selectors.season_facts import ELSEWHERE, Fact, policy_of, told_by_hand
from tournaments.selectors.standings import ground_of, standings_of
from tournaments.selectors.statistics import CAME
from tournaments.services.counted import counted_in
from tournaments.services.policies import (
    Judge,
    judge_of,
    judge_on,
    policy_judge,
    policy_set,
    season_fact_set,
)
from tournaments.views.organiser.page import UNPROCESSABLE, FormPage, OfCompetition, retold, tell
from tournaments.wording.rounds import round_name
from tournaments.wording.seasons import KINDS


class OfSeason(OfCompetition):
    """A page of a season; a tournament has no such page."""

    tab = "settings"
    power = Power.SETTINGS

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404


class SeasonRules(FormPage, OfSeason):
    """See the rules of now, change them, and see before saving what that would do to whom."""

    template_name = "organiser/season_rules.html"
    form_class = PolicyForm

    def form_arguments(self) -> dict[str, Any]:
        raw = selected.written_now(self.competition)
        if preset := presets().get(self.request.GET.get("preset", "")):
            raw = selected.fitted(self.competition, preset)
        shown = {} if fits(raw) else {"further": json.dumps(raw, ensure_ascii=False, indent=1)}
        return {"policy": raw, "seen": selected.mark_of(self.competition), "initial": shown}

    def context(self) -> dict[str, Any]:
        now = described(policy_of(self.competition), _)
        preset = presets().get(self.request.GET.get("preset", ""))
        return {**super().context(), "says": now, "presets": presets().values(), "chosen": preset}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if "try" not in request.POST:
            return super().post(request, **named)
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            policy = policy_judge(form.policy, judge_of(self.competition))
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=form)
        ground = ground_of(self.competition)
        moved = selected.moved(ground, form.policy)
        return self.show(form=form, moved=moved, tried=described(policy, _))

    def act(self, form: Any) -> str:
        policy_set(
            competition=self.competition,
            policy=form.policy,
            seen=form.cleaned_data["seen"],
            actor=self.actor,
        )
        self.say(_("The rules of the season are fixed."))
        return self.address("season-rules")

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever has now heard of other rules overwrite them."""
        if refusal.code == "policy_meanwhile":
            self.competition.refresh_from_db()
            return retold(form, seen=selected.mark_of(self.competition))
        return super().renewed(form, refusal)


class SeasonFacts(FormPage, OfSeason):
    """See and say what no table tells: reasons of absence, bonuses, divisions, lots."""

    template_name = "organiser/season_facts.html"
    form_class = SeasonFactForm

    def form_arguments(self) -> dict[str, Any]:
        policy = policy_of(self.competition)
        return {"competition": self.competition, "policy": policy, "entries": self.entries}

    @cached_property
    def entries(self) -> list[Entry]:
        return list(entries_of(self.competition).exclude(status=Entry.Status.HOUSE))

    def context(self) -> dict[str, Any]:
        names = {entry.number: entry.name for entry in self.entries}
        facts = [one for one in told_by_hand(self.competition.season_facts) if not self._of_tournament(one)]
        told = [(KINDS[fact.key], names.get(fact.player, ""), fact) for fact in facts]
        return {**super().context(), "told": told, "tournaments": counted_in(self.competition)}

    def _of_tournament(self, fact: Fact) -> bool:
        """Tell whether a credit is one of a tournament, which is said of all of them together."""
        elsewhere = self.competition.season_facts.get(ELSEWHERE, {})
        return fact.key == "credits" and str(fact.meeting) in elsewhere

    def act(self, form: Any) -> str:
        said = form.cleaned_data
        season_fact_set(
            competition=self.competition,
            key=said["kind"],
            player=said["player"],
            meeting=said["meeting"],
            value=said["value"],
            actor=self.actor,
        )
        self.say(_("It is taken away.") if said["value"] is None else self._noted(said))
        return self.address("season-facts")

    def _noted(self, said: Any) -> str:
        """Say that it is noted, and that a reason of absence changes nothing for who was there."""
        rows = standings_of(self.competition).rows if said["kind"] == "absent" else ()
        row = next((one for one in rows if one.number == said["player"]), None)
        if row is None or presence(row, said["meeting"]) not in CAME:
            return _("It is noted.")
        meeting = round_name(self.competition, said["meeting"], "inside")
        noted = _("It is noted, and changes nothing: %(name)s was there at %(meeting)s.")
        return noted % {"name": row.name, "meeting": meeting}


class SeasonRulesCompare(OfSeason):
    """This season's table under the rule of each club, side by side."""

    template_name = "organiser/season_rules_compare.html"
    judge: Judge

    def context(self) -> dict[str, Any]:
        ground = ground_of(self.competition)
        self.judge = judge_on(ground)
        columns, lines = selected.side_by_side(ground, self._faults)
        return {**super().context(), "columns": columns, "lines": lines}

    def _faults(self, raw: Any) -> list[str]:
        try:
            policy_judge(raw, self.judge)
        except Refusal as refusal:
            return [problem["message"] for problem in refusal.problems]
        return []
