"""Two tables, their tablets and their staff: what they can do to a ledger, and the model does with them."""

from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from players.models import Club
from scoring import Position
from tests import declared, worlds
from tests.tournaments.hall_model import MOST_DEALS, SEATS, Counting, Fine, Outcome, Sent, Winds
from tests.tournaments.hall_model import Table as ModelTable
from tests.tournaments.hall_truths import LEDGER, PLAYERS, Truths
from tournaments.models import Competition, DealVersion, HeldSubmission, Penalty, Round, Table
from tournaments.refusals import Refusal
from tournaments.selectors import newest, tables
from tournaments.selectors import standings as selected
from tournaments.services import competitions, confirmations, corrections, deals, held, penalties, rounds
from tournaments.services.seats import seat_hand_over, seats_swap

WHY = "The machine says so."
NO_ROUND = 0  # a seating that no round ever had

which = st.integers(0, 1)
any_of = st.integers(0, 10_000)
seat = st.sampled_from(SEATS)
mode = st.sampled_from(["replay", "as_played"])
two_seats = st.permutations(SEATS).map(lambda order: (order[0], order[1]))
won = st.builds(lambda pair, drawn: Outcome(pair[0], None if drawn else pair[1]), two_seats, st.booleans())
outcome = st.one_of(won, won, st.just(Outcome()))
confirmed_by = st.sampled_from(list(Competition.ConfirmedBy))
counting = st.builds(
    Counting, st.sampled_from(["himself", "absent"]), st.booleans(), st.sampled_from([0, 0, 3])
)


def content_of(said: Outcome) -> dict[str, Any]:
    return declared.won(said.winner, said.discarder) if said.winner else declared.draw()


def refused(action: Any, **facts: Any) -> str | None:
    """Do something and tell with which code it was refused, if it was."""
    try:
        action(**facts)
    except Refusal as refusal:
        return refusal.code
    return None


def opened() -> Competition:
    """Seat eight players at two tables and start their round."""
    club = Club.objects.create(name="Severn Winds", slug="severn-winds")
    olive = get_user_model().objects.create_user("olive")
    competition = competitions.competition_create(
        club=club,
        actor=olive,
        name="Spring Day",
        date=date(2026, 4, 18),
        confirmed_by=Competition.ConfirmedBy.ALL,
    )
    people = [
        {"given": "Pat", "family": f"No. {number}", "status": "player" if ranked else "substitute"}
        for number, ranked in PLAYERS.items()
    ]
    entries = competitions.entries_add(competition=competition, people=people, actor=olive)
    one = rounds.round_seat(competition=competition, number=1, tables=[entries[:4], entries[4:8]])
    one = rounds.round_publish(round=one, actor=olive)
    rounds.round_start(round=one, actor=olive)
    competition.refresh_from_db()
    return competition


class Hall(Truths):
    """Two tables of one round, their tablets and their staff."""

    def __init__(self) -> None:
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()
        self.competition, self.round = self.opened()
        self.tables = list(Table.objects.filter(round=self.round).order_by("number"))
        self.model = [
            ModelTable([dict(zip(SEATS, four, strict=True)) for _ in range(MOST_DEALS + 5)])
            for four in ((1, 2, 3, 4), (5, 6, 7, 8))
        ]
        self.sent: list[Sent] = []
        self.bodies: dict[Any, dict[str, Any]] = {}
        self.imposed: list[tuple[Penalty, Fine | None]] = []
        self.adjustments: list[tuple[int, int]] = []
        self.counting = Counting()
        self.substitutes = [9, 10, 11]
        self.running, self.first_seating = True, self.round.seating_version
        self.seating = self.first_seating
        self.before: dict[Any, dict[int, tuple[Any, ...]]] = {kind: {} for kind in LEDGER}
        self.recounted = set[int]()

    def opened(self) -> tuple[Competition, Round]:
        competition = worlds.begun("hall", opened)
        self.olive = get_user_model().objects.get(username="olive")
        self.entries = {entry.number: entry for entry in competition.entries.all()}
        for kept in (selected.KEPT, selected.WORKED, newest.KEPT):
            kept.clear()  # of a hall before this one, which was taken back: its keys come again
        return competition, competition.rounds.get()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)

    # -------------------------------------------------------------- tablets
    def send(self, at: int, said: Outcome, winds: Winds, expected_state: str, **changes: Any) -> Any:
        """Send a deal as a tablet that believes in `winds`, and note what must have become of it."""
        place = Position(winds.number, winds.east, winds.round_wind)
        table = tables.Table.objects.select_related("round").get(pk=self.tables[at].pk)
        body = {
            "key": str(uuid4()),
            "deal": winds.number,
            "seating_version": self.seating,
            "context": tables.context_hash(table, place),
            **content_of(said),
            "expected": None,
            "client_time": "2026-04-18T10:00:00+01:00",
            **changes,
        }
        receipt = deals.deal_submit(table=table, submission=deals.submission_of(body))
        code = receipt.held.code if receipt.held else ""
        assert (receipt.status, code) == (expected_state, code if expected_state == "held" else "")
        people = dict(self.model[at].sitting[winds.number])
        sent = Sent(
            receipt.submission_key, at, winds.number, winds, self.seating, said, receipt.status, people, code
        )
        self.sent.append(sent)
        self.bodies[sent.key] = body
        return receipt

    def held_as(self, code: str, receipt: Any) -> None:
        assert receipt.held.code == code

    def room(self, at: int) -> bool:
        return len(self.model[at].deals) < MOST_DEALS

    def promote(self, at: int) -> None:
        """Record in the model what was waiting and whose turn has come."""
        waiting = [s for s in self.sent if (s.table, s.state, s.code) == (at, "held", "deal_out_of_order")]
        for each in sorted(waiting, key=lambda s: s.deal):
            fits = (each.winds, each.seating) == (self.model[at].upcoming, self.seating)
            if fits and self.running and each.sitting == self.model[at].sitting[each.deal]:
                self.model[at].record(each.outcome)
                each.state = "recorded"

    @initialize(opening=st.lists(outcome, min_size=3, max_size=5), counting=counting)
    def open_with_some_deals(self, opening: list[Outcome], counting: Counting) -> None:
        self.count_otherwise(counting)
        for said in opening:
            self.submit(0, said)

    @rule(at=which, said=outcome)
    def submit(self, at: int, said: Outcome) -> None:
        if not self.room(at):
            return None
        receipt = self.send(at, said, self.model[at].upcoming, "recorded" if self.running else "held")
        if not self.running:
            return self.held_as("round_closed", receipt)
        self.model[at].record(said)
        assert receipt.version.net == self.model[at].deals[-1].net
        return self.promote(at)

    @precondition(lambda self: self.running)
    @rule(at=which, first=outcome, second=outcome)
    def submit_in_the_wrong_order(self, at: int, first: Outcome, second: Outcome) -> None:
        if len(self.model[at].deals) >= MOST_DEALS - 3:
            return
        now = self.model[at].upcoming
        later = ModelTable([])
        later.deals = [*self.model[at].deals]
        later.record(first)
        self.held_as("deal_out_of_order", self.send(at, second, later.upcoming, "held"))
        self.send(at, first, now, "recorded")
        self.model[at].record(first)
        self.promote(at)

    @precondition(lambda self: self.running)
    @rule(at=which, said=outcome, ahead=st.integers(1, 2))
    def submit_early(self, at: int, said: Outcome, ahead: int) -> None:
        if len(self.model[at].deals) >= MOST_DEALS - 5:
            return
        now = self.model[at].upcoming
        winds = Winds(now.number + ahead, now.east, now.round_wind)
        self.held_as("deal_out_of_order", self.send(at, said, winds, "held"))

    @precondition(lambda self: self.running)
    @rule(at=which, said=outcome, index=any_of)
    def submit_a_recorded_deal_under_another_key(self, at: int, said: Outcome, index: int) -> None:
        played = self.model[at].deals
        if played:
            winds = played[index % len(played)].winds
            receipt = self.send(at, said, winds, "held")
            self.held_as("deal_already_recorded", receipt)

    @precondition(lambda self: self.running)
    @rule(at=which, said=outcome)
    def submit_with_a_stale_context(self, at: int, said: Outcome) -> None:
        self.held_as(
            "context_changed", self.send(at, said, self.model[at].upcoming, "held", context="0" * 64)
        )

    @rule(at=which, said=outcome)
    def submit_under_a_seating_of_no_round(self, at: int, said: Outcome) -> None:
        """Nobody knows who played it: it can be declined, never recorded."""
        unknown = {"seating_version": self.seating + 7}
        self.held_as("seating_changed", self.send(at, said, self.model[at].upcoming, "held", **unknown))
        self.sent[-1].seating = NO_ROUND

    @precondition(lambda self: self.seating > self.first_seating)
    @rule(at=which, said=outcome)
    def submit_with_a_stale_seating(self, at: int, said: Outcome) -> None:
        old = {"seating_version": self.first_seating}
        self.held_as("seating_changed", self.send(at, said, self.model[at].upcoming, "held", **old))

    @precondition(lambda self: self.running)
    @rule(at=which, said=won)
    def submit_what_the_tablet_counts_differently(self, at: int, said: Outcome) -> None:
        other = {"expected": dict.fromkeys(SEATS, 0)}
        self.held_as("score_mismatch", self.send(at, said, self.model[at].upcoming, "held", **other))

    @precondition(lambda self: self.running)
    @rule(at=which)
    def submit_an_impossible_hand(self, at: int) -> None:
        body = declared.body(self.tables[at])
        body["hands"] = {**body["hands"], "E": declared.rack("C9 C9 B5 B7 C1 C3 C5 C7 D1 D3 D5 D7 WN")}
        assert self.submitted_again(at, body) == "deal_refused"
        assert not DealVersion.objects.filter(key=body["key"]).exists()
        assert not HeldSubmission.objects.filter(key=body["key"]).exists()

    def submitted_again(self, at: int, body: dict[str, Any]) -> str | None:
        return refused(deals.deal_submit, table=self.tables[at], submission=deals.submission_of(body))

    @precondition(lambda self: self.sent)
    @rule(index=any_of)
    def retry(self, index: int) -> None:
        sent = self.sent[index % len(self.sent)]
        submission = deals.submission_of(self.bodies[sent.key])
        receipt = deals.deal_submit(table=self.tables[sent.table], submission=submission)
        assert receipt.status == ("replayed" if sent.state == "recorded" else "held")
        assert sent.state != "recorded" or receipt.version.key == sent.key

    @precondition(lambda self: self.sent)
    @rule(index=any_of)
    def send_other_content_under_a_used_key(self, index: int) -> None:
        sent = self.sent[index % len(self.sent)]
        body = {**self.bodies[sent.key], "client_time": "later"}
        assert self.submitted_again(sent.table, body) == "key_reused"

    # -------------------------------------------------------------- referees on what was held
    def waiting(self, index: int) -> tuple[Sent, HeldSubmission] | None:
        waiting = [sent for sent in self.sent if sent.state == "held"]
        if not waiting:
            return None
        sent = waiting[index % len(waiting)]
        return sent, HeldSubmission.objects.get(key=sent.key)

    @rule(index=any_of)
    def accept(self, index: int) -> None:
        found = self.waiting(index)
        if found is None or not self.room(found[0].table):
            return
        sent, submission = found
        following = self.model[sent.table].upcoming.number
        code = refused(held.held_accept, held=submission, actor=self.olive)
        if sent.seating == NO_ROUND:
            assert code == "held_of_no_round"
        elif sent.deal == following:
            assert code is None
            self.model[sent.table].record(sent.outcome)
            sent.state = "recorded"
            self.promote(sent.table)
        else:
            assert code == ("deal_already_recorded" if sent.deal < following else "deal_out_of_order")

    @rule(index=any_of, mode=mode)
    def accept_as_a_correction(self, index: int, mode: str) -> None:
        found = self.waiting(index)
        if found is None:
            return
        sent, submission = found
        facts = {"held": submission, "mode": mode, "reason": WHY, "actor": self.olive}
        code = refused(held.held_accept_as_correction, **facts)
        if sent.seating == NO_ROUND:
            assert code == "held_of_no_round"
        elif sent.deal > len(self.model[sent.table].deals):
            assert code == "deal_not_found"
        else:
            assert code is None
            self.model[sent.table].change(sent.deal, mode, sent.outcome)
            sent.state = "recorded"
            self.promote(sent.table)

    @rule(index=any_of)
    def decline(self, index: int) -> None:
        found = self.waiting(index)
        if found:
            held.held_decline(held=found[1], reason=WHY, actor=self.olive)
            found[0].state = "declined"
            assert refused(held.held_accept, held=found[1], actor=self.olive) == "already_ruled"

    # -------------------------------------------------------------- corrections
    def picked(self, at: int, index: int) -> int:
        return index % len(self.model[at].deals) + 1

    @rule(at=which, index=any_of, said=outcome, mode=mode, twice=st.booleans())
    def correct(self, at: int, index: int, said: Outcome, mode: str, twice: bool) -> None:
        if not self.model[at].deals:
            return
        number, seen = self.picked(at, index), self.model[at].deals[self.picked(at, index) - 1].versions
        facts = {
            "table": self.tables[at],
            "number": number,
            "content": content_of(said),
            "mode": mode,
            "reason": WHY,
            "actor": self.olive,
            "key": uuid4(),
            "seen_version": seen,
        }
        corrections.deal_correct(**facts)
        self.model[at].change(number, mode, said)
        self.promote(at)
        if twice:
            assert corrections.deal_correct(**facts).changes == ()
            assert refused(corrections.deal_correct, **facts | {"key": uuid4()}) == "version_changed"

    @rule(at=which, index=any_of, mode=mode)
    def void(self, at: int, index: int, mode: str) -> None:
        if not self.model[at].deals:
            return
        number = self.picked(at, index)
        was_void = self.model[at].deals[number - 1].void
        facts = {"table": self.tables[at], "number": number, "mode": mode, "reason": WHY}
        code = refused(corrections.deal_void, actor=self.olive, **facts)
        assert code == ("already_void" if was_void else None)
        if not was_void:
            self.model[at].change(number, mode, None)
            self.promote(at)

    @rule(at=which, index=any_of, seats=two_seats, regretted=st.booleans())
    def impose(self, at: int, index: int, seats: tuple[str, str], regretted: bool) -> None:
        if not self.model[at].deals:
            return
        number, key = self.picked(at, index), uuid4()
        deal, fine = self.model[at].deals[number - 1], Fine(*seats)
        event = {"code": "misnamed_discard", "offender": fine.offender, "misled": [fine.misled]}
        facts = {"table": self.tables[at], "deal": number, "event": event, "reason": WHY, "key": key}
        if deal.void:
            assert refused(penalties.penalty_impose, actor=self.olive, **facts) == "already_void"
            return
        penalty = penalties.penalty_impose(actor=self.olive, **facts)
        assert penalties.penalty_impose(actor=self.olive, **facts) == penalty
        deal.fines.append(fine)
        deal.versions += 1
        self.imposed.append((penalty, fine))
        self.promote(at)
        if regretted:
            self.reverse(len(self.imposed) - 1)

    @rule(index=any_of, number=st.sampled_from(list(PLAYERS)), amount=st.integers(-300, -1))
    def take_off_the_standings(self, index: int, number: int, amount: int) -> None:
        facts = {"entry": self.entries[number], "round": self.round, "amount": amount, "reason": WHY}
        key = uuid4()
        penalty = penalties.standings_penalty(actor=self.olive, key=key, **facts)
        assert penalties.standings_penalty(actor=self.olive, key=key, **facts) == penalty
        self.adjustments.append((number, amount))
        self.imposed.append((penalty, None))

    @precondition(lambda self: self.imposed)
    @rule(index=any_of)
    def reverse(self, index: int) -> None:
        penalty, fine = self.imposed.pop(index % len(self.imposed))
        facts = {"penalty": penalty, "reason": WHY, "actor": self.olive}
        penalties.penalty_reverse(key=uuid4(), **facts)
        assert refused(penalties.penalty_reverse, key=uuid4(), **facts) == "already_reversed"
        if fine is None:
            self.adjustments.append((penalty.entry.number, -penalty.amount))
            return
        fine.reversed = True
        at = next(i for i, table in enumerate(self.tables) if table.pk == penalty.table_id)
        self.model[at].deals[penalty.deal - 1].versions += 1
        self.promote(at)

    # -------------------------------------------------------------- who sits where
    @rule(at=which, seats=two_seats, index=any_of)
    def swap(self, at: int, seats: tuple[str, str], index: int) -> None:
        from_deal = index % (len(self.model[at].deals) + 1) + 1
        facts = {"table": self.tables[at], "seats": seats, "from_deal": from_deal, "key": uuid4()}
        seats_swap(reason=WHY, actor=self.olive, **facts)
        assert seats_swap(reason=WHY, actor=self.olive, **facts) == []
        self.model[at].swap(*seats, from_deal)
        self.round.refresh_from_db()
        assert self.round.seating_version > self.seating
        self.seating = self.round.seating_version

    @precondition(lambda self: self.substitutes)
    @rule(at=which, seat=seat, index=any_of)
    def hand_over(self, at: int, seat: str, index: int) -> None:
        model = self.model[at]
        first, last = model.last_break[seat], len(model.deals) + 1
        if first > last:
            return
        number, from_deal = self.substitutes.pop(), first + index % (last - first + 1)
        facts = {"seat": seat, "from_deal": from_deal, "who": self.entries[number]}
        seat_hand_over(table=self.tables[at], actor=self.olive, **facts)
        model.hand_over(seat, from_deal, number)

    @rule()
    def close_or_reopen(self) -> None:
        self.round.refresh_from_db()
        if self.running:
            rounds.round_close(round=self.round, actor=self.olive, anyway=True)
        else:
            rounds.round_reopen(round=self.round, actor=self.olive)
        self.running = not self.running

    # -------------------------------------------------------------- settings that no deal fixes
    def change(self, **fields: str) -> None:
        competitions.competition_change(competition=self.competition, actor=self.olive, **fields)

    @rule(counting=counting)
    def count_otherwise(self, counting: Counting) -> None:
        self.change(
            substitute_policy=counting.policy,
            credit_scheme="table_points" if counting.by_place else "net",
            attendance_points=str(counting.attendance),
        )
        self.counting = counting

    @rule(by=confirmed_by)
    def ask_others_to_confirm(self, by: str) -> None:
        self.change(confirmed_by=by)

    # -------------------------------------------------------------- whether it is official
    @rule(at=which, index=any_of, seat=seat, word=st.sampled_from(["confirm", "confirm", "dispute"]))
    def say(self, at: int, index: int, seat: str, word: str) -> None:
        if self.model[at].deals:
            table, number = self.tables[at], self.picked(at, index)
            version = DealVersion.objects.current().get(table=table, number=number)
            facts = {"table": table, "number": number, "seat": seat, "word": word}
            code = refused(confirmations.word_say, sha256=version.sha256, **facts)
            assert code in (None, "deal_settled")

    @rule(at=which, index=any_of)
    def settle(self, at: int, index: int) -> None:
        if self.model[at].deals:
            number = self.picked(at, index)
            version = DealVersion.objects.current().get(table=self.tables[at], number=number)
            seen = confirmations.Seen(self.tables[at], number, version.sha256)
            confirmations.deals_settle(seen=[seen], reason=WHY, actor=self.olive)

    @precondition(lambda self: not self.running)
    @rule()
    def archive_and_take_back(self) -> None:
        facts = {"competition": self.competition, "actor": self.olive}
        if refused(competitions.competition_archive, **facts) is None:
            assert selected.standings_of(self.competition) == selected.summed(self.competition)
            competitions.competition_unarchive(**facts)
