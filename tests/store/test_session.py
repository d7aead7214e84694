"""An open table: painted at once, saved behind the screen, nothing lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from playing import EVENING, en, filled, table, who
from writers import MORE

from tracker.core.campaign import Campaign
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.consequence import Consequence
from tracker.rules.charge.other_rolls import Fortune
from tracker.rules.common.clocks import RemoveClock, TickClock
from tracker.rules.common.sessions import CloseBeat
from tracker.rules.common.takeback import Undo
from tracker.rules.deed import Command
from tracker.store import session as module
from tracker.store.session import KeepFailed, Kept, MemoryKeeper, Order, SaveState, Session

SOON = 5.0
"""Seconds within which everything here has long happened."""


class Doorkeeper(MemoryKeeper):
    """Keeps orders only once the door is open, and fails as often as it is told to."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self.open = threading.Event()
        self.failures: list[Exception] = []
        self.orders: list[Order] = []
        self.asked = threading.Event()

    def keep(self, order: Order) -> Kept:
        self.asked.set()
        assert self.open.wait(SOON)
        if self.failures:
            raise self.failures.pop(0)
        self.orders.append(order)
        return super().keep(order)


@contextmanager
def sitting(campaign: Campaign | None = None, keeper: MemoryKeeper | None = None) -> Iterator[Session]:
    """Open a table and close it, whatever happens; its thread must end."""
    start = campaign or table()
    session = Session(start, keeper or MemoryKeeper(start), clock(), seed=7)
    try:
        yield session
    finally:
        if isinstance(keeper, Doorkeeper):
            keeper.open.set()
        if not session._closing:
            session.close(SOON)
        thread = session._thread
        if thread is not None:
            thread.join(SOON)
            assert not thread.is_alive()


def state_of(session: Session) -> SaveState:
    return session.status.state


def clock() -> Callable[[], datetime]:
    minutes = iter(range(1000))
    return lambda: EVENING + timedelta(minutes=next(minutes))


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)


class TestPainting:
    """Painted at once, marked unsaved until durable."""

    def test_the_screen_does_not_wait_for_the_file(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            step = session.perform(MORE)
            assert who(session.campaign).initiative == 5
            assert session.campaign is step.campaign
            assert state_of(session) is SaveState.SAVING
            assert who(keeper.campaign).initiative == 4
            keeper.open.set()
            assert session.flush(SOON)
            assert who(keeper.campaign).initiative == 5
            assert state_of(session) is SaveState.SAVED
            assert session.status.at is not None

    def test_many_orders_are_kept_in_their_order(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            for _ in range(20):
                session.perform(MORE)
            keeper.open.set()
            assert session.flush(SOON)
            assert [order.at for order in keeper.orders] == sorted(order.at for order in keeper.orders)
            assert who(keeper.campaign).initiative == who(session.campaign).initiative == 24
            assert [entry.n for entry in keeper.campaign.log] == list(range(1, 21))

    def test_what_was_painted_is_what_was_kept(self) -> None:
        keeper = Doorkeeper(table())
        keeper.open.set()
        with sitting(keeper=keeper) as session:
            for command in (ActionRoll(who="aicha", action="finesse"), Fortune(likelihood=3), MORE, Undo()):
                session.perform(command)
            assert session.flush(SOON)
            assert session.campaign.log == keeper.campaign.log
            assert session.campaign.tree == keeper.campaign.tree

    def test_a_refused_command_changes_and_saves_nothing(self) -> None:
        keeper = Doorkeeper(table())
        keeper.open.set()
        with sitting(keeper=keeper) as session:
            before = session.campaign
            with pytest.raises(Refusal):
                session.perform(TickClock(clock="ghost"))
            with pytest.raises(Refusal):
                session.perform(Fortune(likelihood=2), {"dice": (6,)})
            assert session.campaign is before
            assert session.status.state is SaveState.SAVED
            assert keeper.orders == []

    def test_the_screen_is_told_when_it_lasts(self) -> None:
        with sitting() as session:
            states: list[SaveState] = []
            session.listen(lambda: states.append(session.status.state))
            session.perform(MORE)
            assert session.flush(SOON)
            session.close(SOON)
            assert session._thread is not None
            session._thread.join(SOON)
            assert states[-1] is SaveState.SAVED


class TestFaces:
    """The program throws, or the table does; seeds make throws repeatable."""

    def test_thrown_by_the_program(self) -> None:
        with sitting() as session:
            entry = session.perform(Fortune(likelihood=4)).entry
            assert isinstance(entry.faces, list)
            assert len(entry.faces) == 4
            assert not entry.typed
            assert entry.seed == 7

    def test_thrown_on_the_table(self) -> None:
        with sitting() as session:
            entry = session.perform(Fortune(likelihood=2), {"dice": (6, 6)}).entry
            assert (entry.faces, entry.typed, entry.seed, entry.outcome) == ([6, 6], True, None, "critical")

    def test_the_same_seed_throws_the_same(self) -> None:
        with sitting() as one, sitting() as other:
            assert [one.perform(Fortune(likelihood=5)).entry.faces for _ in range(5)] == [
                other.perform(Fortune(likelihood=5)).entry.faces for _ in range(5)
            ]

    def test_a_command_without_dice_has_neither_faces_nor_seed(self) -> None:
        with sitting() as session:
            entry = session.perform(MORE).entry
            assert (entry.faces, entry.typed, entry.seed) == (None, False, None)


class TestFailing:
    """A full disk, a file that does not parse: said, tried again, nothing lost."""

    @pytest.mark.parametrize(
        ("failure", "said"),
        [
            (KeepFailed(text("the disk is full")), "the disk is full"),
            (ValueError("what?"), "not saved: ValueError('what?')"),
        ],
    )
    def test_it_is_said_and_tried_again(self, failure: Exception, said: str) -> None:
        keeper = Doorkeeper(table())
        keeper.failures = [failure, failure]
        keeper.open.set()
        with sitting(keeper=keeper) as session:
            seen: list[tuple[SaveState, str]] = []
            session.listen(lambda: seen.append((session.status.state, en(session.status.message))))
            session.perform(MORE)
            session.perform(TickClock(clock="alerte"))
            assert session.flush(SOON)
            assert (SaveState.FAILED, said) in seen
            assert session.status.state is SaveState.SAVED
            assert session.status.message is None
            assert (who(keeper.campaign).initiative, filled(keeper.campaign, "alerte")) == (5, 3)

    def test_play_goes_on_meanwhile(self) -> None:
        keeper = Doorkeeper(table())
        keeper.failures = [KeepFailed(text("no"))] * 3
        keeper.open.set()
        with sitting(keeper=keeper) as session:
            for _ in range(5):
                session.perform(MORE)
            assert who(session.campaign).initiative == 9
            assert session.flush(SOON)
            assert who(keeper.campaign).initiative == 9

    def test_closing_gives_up_in_time_and_says_so(self) -> None:
        keeper = Doorkeeper(table())
        keeper.failures = [KeepFailed(text("no"))] * 10_000
        keeper.open.set()
        with sitting(keeper=keeper) as session:
            session.perform(MORE)
            assert session.close(0.1) is False
            assert session._thread is not None
            session._thread.join(SOON)
            assert not session._thread.is_alive()
            assert session.status.state is SaveState.FAILED

    def test_flush_says_when_it_is_not_in_time(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(MORE)
            assert session.flush(0.05) is False


class TestOutside:
    """Two writers: every order is applied to what is there now, or refused with the reason."""

    def meanwhile(self, keeper: Doorkeeper, *commands: Command) -> None:
        """Have somebody else change what is kept."""
        for command in commands:
            keeper.campaign = Order(command, {}, EVENING).on(keeper.campaign).campaign

    def test_an_order_is_applied_on_top_of_another_writers_change(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(MORE)
            self.meanwhile(keeper, MORE, TickClock(clock="alerte", by=2))
            keeper.open.set()
            assert session.flush(SOON)
            assert (who(session.campaign).initiative, filled(session.campaign, "alerte")) == (6, 4)
            assert [entry.n for entry in session.campaign.log] == [1, 2, 3]

    def test_orders_still_waiting_are_painted_on_top_again(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(MORE)
            session.perform(MORE)
            self.meanwhile(keeper, TickClock(clock="alerte"))
            keeper.open.set()
            assert session.flush(SOON)
            assert (who(session.campaign).initiative, filled(session.campaign, "alerte")) == (6, 3)

    def test_an_order_that_makes_no_sense_any_more_is_painted_back_with_the_reason(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(TickClock(clock="alerte"))
            session.perform(MORE)
            assert filled(session.campaign, "alerte") == 3
            self.meanwhile(keeper, RemoveClock(clock="alerte"))
            keeper.open.set()
            assert session.flush(SOON)
            assert "alerte" not in session.campaign.clocks
            assert who(session.campaign).initiative == 5
            assert [en(notice) for notice in session.take_notices()] == [
                "“alerte” is no clock of this campaign any more"
            ]
            assert session.take_notices() == ()
            assert session.status.state is SaveState.SAVED

    def test_the_same_faces_are_read_again(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(ActionRoll(who="aicha", action="finesse"), {"dice": (6, 6)})
            self.meanwhile(keeper, MORE)
            keeper.open.set()
            assert session.flush(SOON)
            assert who(session.campaign).initiative == 8
            assert session.campaign.log[-1].faces == [6, 6]

    def test_undo_takes_back_the_beat_that_the_screen_named_whatever_number_it_gets(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(MORE)
            session.perform(Undo(target=1))
            self.meanwhile(keeper, TickClock(clock="alerte"))
            keeper.open.set()
            assert session.flush(SOON)
            assert filled(session.campaign, "alerte") == 3
            assert who(session.campaign).initiative == 4
            assert [entry.beat_of for entry in session.campaign.log] == [None, None, 2]

    def test_undo_never_takes_back_another_writers_beat(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(TickClock(clock="coffre"))
            keeper.open.set()
            assert session.flush(SOON)
            keeper.open.clear()
            session.perform(Undo(target=1))
            self.meanwhile(keeper, TickClock(clock="alerte"))
            keeper.open.set()
            assert session.flush(SOON)
            assert (filled(session.campaign, "alerte"), filled(session.campaign, "coffre")) == (3, 1)
            assert len(session.take_notices()) == 1

    def test_what_follows_a_beat_follows_it_whatever_number_it_gets(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            session.perform(ActionRoll(who="aicha", action="finesse"), {"dice": (1, 2)})
            session.perform(Consequence(who="aicha", beat=1, kind="none"))
            self.meanwhile(keeper, TickClock(clock="alerte"))
            keeper.open.set()
            assert session.flush(SOON)
            assert [entry.beat for entry in session.campaign.log] == [1, 2, 2]
            session.perform(CloseBeat(beat=1))
            assert session.campaign.log[-1].beat == 2

    def test_a_beat_is_foreign_unless_made_here_or_there_at_opening(self) -> None:
        start = Order(MORE, {}, EVENING).on(table()).campaign
        keeper = Doorkeeper(start)
        with sitting(start, keeper) as session:
            session.perform(MORE)
            self.meanwhile(keeper, TickClock(clock="alerte"))
            assert not session.is_foreign(2)
            keeper.open.set()
            assert session.flush(SOON)
            session.perform(MORE)
            assert [session.is_foreign(n) for n in (1, 2, 3, 4)] == [False, True, False, False]

    def test_what_the_keeper_wants_told_is_told_once(self) -> None:
        class Talker(MemoryKeeper):
            def keep(self, order: Order) -> Kept:
                kept = super().keep(order)
                return Kept(kept.campaign, notices=(text("the file had other names"),))

        start = table()
        with sitting(start, Talker(start)) as session:
            session.perform(MORE)
            assert session.flush(SOON)
            assert [en(notice) for notice in session.take_notices()] == ["the file had other names"]
            assert session.take_notices() == ()


class TestEnd:
    """Leaving: state is already saved, and nothing of the program stays behind."""

    def test_close_saves_what_waits(self) -> None:
        keeper = Doorkeeper(table())
        with sitting(keeper=keeper) as session:
            for _ in range(10):
                session.perform(MORE)
            keeper.open.set()
            assert session.close(SOON) is True
            assert who(keeper.campaign).initiative == 14

    def test_a_table_where_nothing_was_done_closes_at_once(self) -> None:
        with sitting() as session:
            assert session.close(0) is True
            assert session._thread is None

    def test_no_thread_is_left(self) -> None:
        before = threading.active_count()
        with sitting() as session:
            session.perform(MORE)
        assert threading.active_count() == before
