"""What a read from the terminal is taken for: keys, or a paste that the terminal did not mark."""

from __future__ import annotations

import pytest
from textual.events import Key, Paste
from textual.message import Message

from tracker.ui.panel.editor import MOST_PASTED, MOST_PROSE, pasted
from tracker.ui.pasting import Burst, PasteParser

RIGHT = "\x1b[C"


class Reads:
    """A reader of keys with a clock of its own."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.parser = PasteParser()
        self.parser.now = lambda: self.seconds

    def read(self, words: str) -> list[Message]:
        return list(self.parser.feed(words))


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, Key)]


def bursts(messages: list[Message]) -> list[str]:
    return [message.text for message in messages if isinstance(message, Burst)]


class TestReads:
    """More than eight text keys in one read are a paste; arrows never are."""

    def test_eight_keys_are_keys(self) -> None:
        assert len(keys(Reads().read("rrabcdé+"))) == 8

    def test_nine_are_a_paste_and_no_key_of_them_is_left(self) -> None:
        read = Reads().read("xxu\rq\té=+")
        assert keys(read) == []
        assert bursts(read) == ["xxu\rq\té=+"]

    @pytest.mark.parametrize("held", [RIGHT, "\x1b[A", "\x1b[6~", "\x7f"])
    def test_a_held_key_that_is_no_text_is_never_one(self, held: str) -> None:
        read = Reads().read(held * 40)
        assert len(keys(read)) == 40
        assert bursts(read) == []

    def test_arrows_do_not_count_with_letters(self) -> None:
        assert len(keys(Reads().read(RIGHT * 20 + "uu"))) == 22

    def test_a_text_of_one_sign_is_one(self) -> None:
        assert bursts(Reads().read("-" * 72)) == ["-" * 72]

    def test_typing_fast_is_keys_however_long(self) -> None:
        reads = Reads()
        for sign in "she types thirty keys a second":
            reads.seconds += 0.03
            assert len(keys(reads.read(sign))) == 1

    def test_the_short_end_of_a_long_paste_belongs_to_it(self) -> None:
        reads = Reads()
        assert bursts(reads.read("a" * 4096)) == ["a" * 4096]
        reads.seconds += 0.05
        assert bursts(reads.read("xu\r")) == ["xu\r"]
        reads.seconds += 0.2
        assert keys(reads.read("u")) == ["u"]

    def test_a_marked_paste_is_the_toolkits_own(self) -> None:
        read = Reads().read("\x1b[200~a long text, marked\x1b[201~")
        assert [message.text for message in read if isinstance(message, Paste)] == ["a long text, marked"]
        assert bursts(read) == []


class TestCleaned:
    """What goes into a field: no control characters, no line ends where there is one line, not too much."""

    @pytest.mark.parametrize(
        ("words", "taken"),
        [
            ("la cheville\r\nfoulée", "la cheville foulée"),
            ("une ligne\n", "une ligne"),
            ("a\tb", "a b"),
            ("\x1b[31mrouge\x1b[0m", "rouge"),
            ("\x1b]0;title\x07name", "name"),
            ("bell\x07 nul\x00 del\x7f c1\x9b", "bell nul del c1"),
            ("e\u0301te\u0301", "e\u0301te\u0301"),
        ],
    )
    def test_one_line(self, words: str, taken: str) -> None:
        assert pasted(words) == taken

    def test_several_lines_stay_where_there_are_several(self) -> None:
        assert pasted("one\r\ntwo\rthree\x00", lines=True) == "one\ntwo\nthree"

    def test_length(self) -> None:
        assert len(pasted("x" * 10_000)) == MOST_PASTED
        assert len(pasted("x" * 10_000, lines=True)) == MOST_PROSE
