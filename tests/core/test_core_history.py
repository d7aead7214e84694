"""What the log says has been done, undone and redone."""

from __future__ import annotations

from collections.abc import Callable

from growth import growth
from playing import EVENING

from tracker.core.entry import Entry
from tracker.core.history import history, struck


def entry(n: int, beat: int | None = None, **facts: object) -> Entry:
    return Entry(n=n, beat=beat or n, at=EVENING, **facts)  # type: ignore[arg-type]


def undo(n: int, beat: int) -> Entry:
    return entry(n, event="undo", beat_of=beat)


def redo(n: int, beat: int) -> Entry:
    return entry(n, event="redo", beat_of=beat)


def beats(*log: Entry) -> tuple[list[int], list[int]]:
    story = history(log)
    return [beat[0].beat for beat in story.done], [beat[0].beat for beat in story.undone]


class TestHistory:
    """Beats stand, or are taken back; a new action empties what could be put back."""

    def test_an_empty_log(self) -> None:
        assert beats() == ([], [])
        assert history(()).undo_target is None
        assert history(()).redo_target is None

    def test_entries_of_one_beat_go_together(self) -> None:
        story = history((entry(1), entry(2, 1), entry(3)))
        assert [[e.n for e in beat] for beat in story.done] == [[1, 2], [3]]

    def test_undo_and_redo(self) -> None:
        assert beats(entry(1), entry(2), undo(3, 2)) == ([1], [2])
        assert beats(entry(1), entry(2), undo(3, 2), undo(4, 1)) == ([], [2, 1])
        assert beats(entry(1), entry(2), undo(3, 2), undo(4, 1), redo(5, 1)) == ([1], [2])
        assert beats(entry(1), undo(2, 1), redo(3, 1), undo(4, 1)) == ([], [1])

    def test_a_new_action_empties_redo(self) -> None:
        assert beats(entry(1), undo(2, 1), entry(3)) == ([3], [])

    def test_what_is_not_there_is_not_taken_back(self) -> None:
        assert beats(entry(1), undo(2, 77), redo(3, 1)) == ([1], [])

    def test_a_beat_whose_beginning_was_not_read_is_left_out(self) -> None:
        assert beats(entry(5, 3), entry(6, 3), entry(7)) == ([7], [])

    def test_lines_are_struck_while_their_beat_is_taken_back(self) -> None:
        log = (entry(1), entry(2), undo(3, 2), undo(4, 1), redo(5, 1))
        assert struck(log) == {2}

    def test_ten_thousand_entries_take_no_longer_each_than_a_few(self) -> None:
        def work(count: int) -> Callable[[], object]:
            log = tuple(entry(n) for n in range(1, count + 1))
            return lambda: history(log)

        assert growth(work, 1_000, 10_000, 40) < 40
