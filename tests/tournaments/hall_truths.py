"""What must hold of a hall after every step, whatever happened: the database beside the model."""

from typing import Any

from django.db.models import Count, Q, Sum
from hypothesis.stateful import RuleBasedStateMachine, invariant

from scoring import Position
from tests.tournaments.hall_model import Counting, Sent, standings
from tests.tournaments.hall_model import Table as ModelTable
from tournaments.models import (
    Action,
    Competition,
    DealVersion,
    HeldSubmission,
    Penalty,
    Ruling,
    ScoreRow,
    Table,
)
from tournaments.selectors import confirmed, tables
from tournaments.selectors import standings as selected
from tournaments.services.chain import chain_check
from tournaments.services.recounting import Recount

LEDGER = (DealVersion, ScoreRow, Penalty, Action, HeldSubmission, Ruling)
PLAYERS = {number: number <= 8 for number in range(1, 12)}  # the last three are substitutes


class Truths(RuleBasedStateMachine):
    """The invariants; what they look at, `hall_machine.Hall` fills."""

    competition: Competition
    tables: list[Table]
    model: list[ModelTable]
    sent: list[Sent]
    adjustments: list[tuple[int, int]]
    counting: Counting
    running: bool
    before: dict[Any, dict[int, tuple[Any, ...]]]
    recounted: set[int]

    @invariant()
    def the_tables_are_what_the_model_says(self) -> None:
        for table, model in zip(self.tables, self.model, strict=True):
            recorded = tables.current_versions(table)
            assert [version.number for version in recorded] == list(range(1, len(model.deals) + 1))
            assert [said(v) for v in recorded] == [told(d) for d in model.deals]
            if model.straight:
                assert [said(v) for v in recorded] == [told(d) for d in model.typed_from_the_start()]
            assert tables.upcoming(table) == Position(
                model.upcoming.number, model.upcoming.east, model.upcoming.round_wind
            )

    @invariant()
    def every_version_has_one_before_it_and_its_hashes_are_true(self) -> None:
        self.competition.refresh_from_db()
        assert chain_check(self.competition)[1] == []
        recount, seen = Recount(self.competition), {}
        versions = DealVersion.objects.filter(competition=self.competition).order_by("sequence")
        for sequence, version in enumerate(versions, start=1):
            assert (version.sequence, version.supersedes_id) == (
                sequence,
                seen.get((version.table_id, version.number)),
            )
            if version.pk not in self.recounted:  # `rows_are_only_added` sees to it that it stays as it was
                assert not recount.differs(version)
                self.recounted.add(version.pk)
            seen[version.table_id, version.number] = version.pk

    @invariant()
    def the_standings_are_the_sum_of_what_counts(self) -> None:
        self.competition.refresh_from_db()
        table = selected.summed(self.competition)
        assert selected.standings_of(self.competition) == table, "moved with the ledger"
        found = {
            row.number: (row.rank, row.total, row.net, row.adjustment, row.mahjongs, row.given, row.deals)
            for row in table.rows
        }
        ranked = standings(self.model, PLAYERS, self.adjustments, self.counting)
        wanted = {
            number: (
                rank,
                line.total(self.counting),
                line.net,
                line.adjustment,
                line.mahjongs,
                line.given,
                line.deals,
            )
            for number, (rank, line) in ranked.items()
        }
        assert found == wanted
        open_deals = 0 if self.running else self.unconfirmed()  # asked of closed rounds only
        assert table.unconfirmed == open_deals
        assert table.provisional is (self.running or open_deals > 0)
        sums = DealVersion.objects.aggregate(all=Sum("net_e") + Sum("net_s") + Sum("net_w") + Sum("net_n"))
        assert not sums["all"]

    def unconfirmed(self) -> int:
        """Count the deals that want more words, one by one."""
        current = DealVersion.objects.current().filter(competition=self.competition)
        wanted = self.competition.confirmed_by
        told = (
            confirmed.verdict_on(version, wanted) for version in current.prefetch_related("confirmations")
        )
        return sum(not verdict.settled for verdict in told)

    @invariant()
    def every_submission_is_in_one_place(self) -> None:
        recorded = set(
            DealVersion.objects.filter(~Q(fingerprint=""), key__isnull=False).values_list("key", flat=True)
        )
        kept = dict(HeldSubmission.objects.values_list("key").annotate(rulings=Count("ruling")))
        for sent in self.sent:
            ruled = {"held": 0, "declined": 1, "recorded": 1}[sent.state] if sent.key in kept else None
            assert (sent.key in recorded) == (sent.state == "recorded"), sent
            assert kept.get(sent.key) == ruled, sent

    @invariant()
    def rows_are_only_added(self) -> None:
        for kind, before in self.before.items():
            now = {row[0]: row for row in kind.objects.order_by().values_list()}
            assert all(now.get(pk) == row for pk, row in before.items()), kind
            self.before[kind] = now


def said(version: DealVersion) -> tuple[Any, ...]:
    """Take from a recorded deal what the model knows too."""
    return (version.number, version.version, version.east, version.round_wind, version.void, version.net)


def told(deal: Any) -> tuple[Any, ...]:
    """Take the same from the model's deal."""
    winds = deal.winds
    return (winds.number, deal.versions, winds.east, winds.round_wind, deal.void, deal.net)
