"""Every kind of question a deed may ask, with a deed made up for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from test_panel_host import table

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Pool
from tracker.i18n.say import say
from tracker.rules.deed import Ask, Chance, Command, Deed, Option, Preview, Tone
from tracker.ui.panel import form as form_module
from tracker.ui.panel.form import Form
from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.keys import press_in_form
from tracker.ui.panel.picture import draw

PEN = Pen(lambda what: say(what, "en"))
WAYS = (
    Option("push", text("push"), note=text("2 initiative")),
    Option("aid", text("aid"), blocked=text("nobody is there")),
    Option("talent", text("talent")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything(Command):
    """One answer of every kind."""

    ways: tuple[str, ...] = ()
    limit: int | None = None
    sizes: tuple[int, ...] = (4, 6)
    way: str = "push"
    certain: bool = False


class EverythingDeed(Deed[Everything]):
    """Asks one question of every kind and throws dice of two sizes."""

    id = "everything"
    event = "roll"
    label = text("Everything")
    command = Everything

    def asks(self, campaign: Campaign, command: Everything) -> tuple[Ask, ...]:
        return (
            Ask("ways", text("Ways"), Kind.CHOICES, command.ways, WAYS),
            Ask("limit", text("Limit"), Kind.WHOLE, command.limit, low=1, high=9),
            Ask("sizes", text("Sizes"), Kind.WHOLES, command.sizes, low=1, high=12),
            Ask("way", text("Way"), Kind.CHOICE, command.way, WAYS),
            Ask("certain", text("Certain"), Kind.FLAG, command.certain),
        )

    def preview(self, campaign: Campaign, command: Everything) -> Preview:
        rare = Fraction(1, 46656)
        shares = (Fraction(1), Fraction(0)) if command.certain else (1 - rare, rare)
        return Preview(
            (
                Chance("good", text("good"), shares[0], Tone.GOOD),
                Chance("bad", text("bad"), shares[1], Tone.BAD),
            ),
            warnings=(text("legendary: impossible without advantage"),),
        )

    def pools(self, campaign: Campaign, command: Everything) -> tuple[Pool, ...]:
        if len(command.ways) > 1:
            raise Refusal("one_way", text("one way only"))
        return (Pool(1, 20, "d20"), Pool(2, 6, "added"))


@pytest.fixture
def form(monkeypatch: pytest.MonkeyPatch) -> Form:
    """Give the form of a deed that asks everything."""
    monkeypatch.setattr(form_module, "deed_for", lambda campaign, command: EverythingDeed())
    return Form(table(), Everything())


def press(form: Form, *keys: str) -> None:
    """Press keys in a form."""
    for key in keys:
        press_in_form(form, key, " " if key == "space" else key if len(key) == 1 else None, PEN.say)


def shown(form: Form) -> str:
    """Give the picture of a form as text."""
    rows = draw(form, None, 100, 18, 0, PEN).rows
    return "\n".join("".join(words for words, _ in row.spans) for row in rows)


def answer(form: Form) -> Everything:
    """Give the command as answered."""
    command, _ = form.ready()
    assert isinstance(command, Everything)
    return command


class TestSeveralWords:
    """← → go through the words, space switches one; what is blocked says why."""

    def test_space_switches_in_the_order_of_the_options(self, form: Form) -> None:
        press(form, "left", "space")
        assert answer(form).ways == ("talent",)
        press(form, "space", "p", "space")
        assert answer(form).ways == ("push",)

    def test_blocked_words_say_why(self, form: Form) -> None:
        press(form, "right", "space")
        assert "× aid: nobody is there" in shown(form)
        assert answer(form).ways == ()


class TestNumbers:
    """A number that may be left out is none below its least value."""

    def test_none_is_below_the_least(self, form: Form) -> None:
        press(form, "down")
        assert "‹ –" in shown(form)
        press(form, "right")
        assert answer(form).limit == 1
        press(form, "right", "left", "left")
        assert answer(form).limit is None

    def test_lists_of_numbers_are_typed(self, form: Form) -> None:
        press(form, "down", "down", ",", "space", "8")
        assert answer(form).sizes == (4, 6, 8)

    @pytest.mark.parametrize(("typed", "sentence"), [("x", "“6x” is no whole number"), ("0", "60 is not from 1 to 12")])
    def test_what_is_no_number_is_named_and_stays(self, form: Form, typed: str, sentence: str) -> None:
        press(form, "down", "down", typed, "down")
        assert form.focus == "sizes"
        assert sentence in shown(form)
        with pytest.raises(Refusal):
            form.ready()
        press(form, "backspace")
        assert answer(form).sizes == (4, 6)


class TestOdds:
    """Exact, never rounded to nothing or to certainty; what cannot happen is said to."""

    def test_rare_is_not_impossible(self, form: Form) -> None:
        assert "<\u00a00.1%" in shown(form)
        assert ">\u00a099.9%" in shown(form)
        assert "1/46656" in shown(form)

    def test_impossible_and_certain(self, form: Form) -> None:
        form.command = replace(form.command, certain=True)  # type: ignore[call-arg]
        form.on(form.campaign)
        assert "impossible" in shown(form)
        assert "certain" in shown(form)

    def test_warnings_have_a_sign(self, form: Form) -> None:
        assert "! legendary: impossible" in shown(form)

    def test_a_refusal_is_said_before_it_is_asked_for(self, form: Form) -> None:
        press(form, "space", "left", "space")
        assert "! one way only" in shown(form)
        with pytest.raises(Refusal, match="refused"):
            form.ready()


class TestDiceOfTwoSizes:
    """The pools are typed in order; greater dice stand apart."""

    def test_they_are_read_in_order(self, form: Form) -> None:
        press(form, "up", "up", "up", *"14 63".replace(" ", ","))
        assert "14 · 6 · 3  (1d20 + 2d6)" in shown(form)
        assert form.ready()[1] == {"d20": (14,), "added": (6, 3)}

    def test_a_flag_has_a_letter_too(self, form: Form) -> None:
        press(form, "up", "up", "y")
        assert answer(form).secret
        press(form, "n")
        assert not answer(form).secret
