"""The recap of a session: in order, from what to what, nothing hidden, and what people wrote as they wrote it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from playing import EVENING, consequence, do, en, reread, roll, table

from tracker.core.campaign import Campaign
from tracker.i18n.reports.markdown import escaped, recap_markdown
from tracker.i18n.reports.page import pie, recap_page
from tracker.rules.charge.other_rolls import Fortune
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import AddClock, RemoveClock, ResolveClock, TickClock
from tracker.rules.common.notes import AddNote, StrikeLine
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.recap import Recap, recap
from tracker.rules.recap_clocks import ClockStory

NASTY = "*x* [a](b) <b> `c` _d_ # & ~~e~~ | \\"
SECRET = "Orsini"


def told(campaign: Campaign, **more: Any) -> str:
    """Give the recap in English Markdown."""
    return recap_markdown(recap(campaign, **more), "en")


def played(*commands: Command, campaign: Campaign | None = None) -> Campaign:
    here = campaign or table()
    for command in commands:
        here = do(here, command)
    return here


def clock(campaign: Campaign, name: str, session: int | None = None, **more: Any) -> ClockStory:
    return next(each for each in recap(campaign, session, **more).clocks if each.name == name)


def text_of(markdown: str) -> str:
    """Give what a reader of the rendered Markdown reads."""
    return "".join(
        "\n" if inner.type in {"softbreak", "hardbreak"} else inner.content
        for token in MarkdownIt("commonmark").parse(markdown)
        for inner in token.children or ()
    )


class TestWhatHappened:
    """In order, beat by beat, scene by scene."""

    def test_a_roll_with_what_followed(self) -> None:
        words = told(consequence(roll(table(), "bad", goal="over the wall"), "stress"))
        line = next(n for n, line in enumerate(words.split("\n")) if "over the wall" in line)
        assert words.split("\n")[line].startswith("- 21:00 Aïcha: Finesse 2d")
        assert "**BAD OUTCOME**" in words
        assert words.split("\n")[line + 1].startswith("  - worse condition, level 2 – stress 0 → 2")

    def test_typed_dice_are_marked(self) -> None:
        assert "dice on the table 4" in told(do(table(), Fortune(), 4, typed=True))
        assert "(dice" not in told(do(table(), Fortune(), 4))

    def test_scenes_are_parted_where_they_ended(self) -> None:
        campaign = played(AddNote(words="n"), TickClock(clock="coffre"), EndScene(), TickClock(clock="alerte"))
        words = told(campaign)
        first, second = words.index("### Scene 1"), words.index("### Scene 2")
        assert first < words.index("Coffre 0 → 1/8") < second < words.index("Alerte 2 → 3/6")

    def test_without_an_end_there_are_no_scenes(self) -> None:
        assert "### Scene" not in told(played(TickClock(clock="coffre")))

    def test_an_undone_beat_is_not_told_and_one_put_back_is(self) -> None:
        undone = played(TickClock(clock="coffre"), Undo())
        assert "0 → 1/8" not in told(undone)
        assert "0 → 1/8" in told(played(Redo(), campaign=undone))

    def test_a_line_struck_by_hand_is_not_told(self) -> None:
        assert "0 → 1/8" not in told(played(TickClock(clock="coffre"), StrikeLine(about=1)))

    def test_keys_pressed_one_after_the_other_are_one_line(self) -> None:
        more = Adjust(who="aicha", path=("stress",), by=1)
        words = told(played(more, more))
        assert words.count("by hand") == 1
        assert "stress 0 → 2" in words

    def test_what_came_back_to_where_it_was_is_not_told(self) -> None:
        more, less = (Adjust(who="aicha", path=("initiative",), by=by) for by in (1, -1))
        assert "by hand" not in told(played(more, less))

    def test_another_session_is_told_on_its_own(self) -> None:
        campaign = played(TickClock(clock="coffre"), StartSession(), TickClock(clock="alerte"))
        assert "Coffre 0 → 1/8" in told(campaign, session=7)
        assert "Alerte 2 → 3/6" not in told(campaign, session=7)
        assert "Coffre 0 → 1/8" not in told(campaign)

    def test_notes_have_their_own_part(self) -> None:
        words = told(played(AddNote(words="They cross\u00a0the bridge.", who="aicha")))
        assert words.index("## Notes") < words.index("- 21:00 Aïcha: They cross")
        assert words.count("They cross") == 1

    def test_unknown_and_outside_entries_do_not_stop_it(self) -> None:
        from tracker.core.entry import decode_entry

        campaign = roll(table(), "full")
        odd: tuple[dict[str, Any], ...] = (
            {"n": 8, "event": "eclipse", "note": "dark"},
            {"n": 9, "event": "outside"},
            {"n": 10},
            {},
        )
        log = (*campaign.log, *(decode_entry({"session": 7, "at": EVENING, **each}) for each in odd))
        words = told(replace(campaign, log=log))
        assert "FULL SUCCESS" in words
        assert "dark" in words
        assert "changed outside" not in words

    def test_who_played(self) -> None:
        campaign = table({"aicha": {"player": "Léa"}, "naila": {"present": False}})
        words = told(campaign)
        assert "- Aïcha (Léa)" in words
        assert "Naïla" not in words[: words.index("## What happened")]

    def test_conditions_as_they_stand(self) -> None:
        campaign = table({"aicha": {"stress": 2, "condition": "trempée"}, "bohort": {"taken_out": True}})
        words = told(campaign)
        assert "- Aïcha: initiative 4, stress 2 of 4, condition “trempée”" in words
        assert "- Bohort: initiative 2, stress 0 of 4, taken out of the scene" in words


class TestClocks:
    """From what they stood at when the session began to what they stood at when it ended."""

    def test_from_and_to(self) -> None:
        campaign = played(TickClock(clock="alerte", by=2), TickClock(clock="alerte"))
        assert "- Alerte: danger, 2 → 5 of 6" in told(campaign)
        assert "- Coffre: progress, 0 of 8" in told(campaign)

    def test_an_undone_tick_leaves_it_where_it_was(self) -> None:
        assert "- Alerte: danger, 2 of 6" in told(played(TickClock(clock="alerte"), Undo()))

    def test_each_session_has_its_own(self) -> None:
        campaign = played(TickClock(clock="alerte"), StartSession(), TickClock(clock="alerte", by=2), StartSession())
        for session, before, after in ((7, 2, 3), (8, 3, 5), (9, 5, 5)):
            story = clock(campaign, "Alerte", session)
            assert (story.before, story.after) == (before, after), session

    def test_new_full_and_gone(self) -> None:
        campaign = played(AddClock(name="Pont", size=4), TickClock(clock="pont", by=4))
        assert "- Pont: danger, 4 of 4, new, full" in told(campaign)
        later = played(StartSession(), ResolveClock(clock="pont", then="remove"), campaign=campaign)
        assert "- Pont: danger, 4 of 4, taken off the table" in told(later)
        assert "- Pont: danger, 4 of 4, new, full" in told(later, session=7)
        assert "Pont" not in told(played(StartSession(), campaign=later))

    def test_it_is_the_same_after_a_restart(self) -> None:
        campaign = played(TickClock(clock="alerte"), AddClock(name="Pont"), RemoveClock(clock="coffre"))
        assert recap(reread(campaign)) == recap(campaign)


class TestPlayers:
    """The players' recap is made of the players' copy alone."""

    def hidden(self) -> Campaign:
        campaign = table(
            {"aicha": {"condition": SECRET, "condition_visibility": "hidden", "notes": SECRET}},
            {
                "alerte": {"visibility": "hidden", "name": SECRET, "note": SECRET},
                "coffre": {"visibility": "name", "filled": 3, "note": SECRET},
            },
        )
        campaign = do(campaign, TickClock(clock="alerte"))
        campaign = do(campaign, TickClock(clock="coffre"))
        campaign = do(campaign, Fortune(question=SECRET, secret=True), 4)
        return do(campaign, AddNote(words="Seen by all."))

    def test_nothing_hidden_is_in_it(self) -> None:
        campaign = self.hidden()
        for words in (
            recap_markdown(recap(campaign, players=True), "fr"),
            recap_page(recap(campaign, players=True), "en"),
            repr(recap(campaign, players=True)),
        ):
            assert SECRET not in words
        assert told(campaign).count(SECRET) >= 4

    def test_a_clock_known_by_name_shows_its_name_alone(self) -> None:
        campaign = self.hidden()
        assert "\n- Coffre\n" in told(campaign, players=True)
        assert "- Coffre: progress, 3 → 4 of 8, for the players: name only" in told(campaign)
        assert clock(campaign, "Coffre", players=True).size is None

    def test_an_announced_secret_roll_is_a_line_and_no_more(self) -> None:
        campaign = do(table(rules={"secret_rolls": "announced"}), Fortune(question="Is he in?", secret=True), 4)
        words = told(campaign, players=True)
        assert "secret roll" in words
        assert "Is he in?" not in words

    def test_it_says_for_whom_it_is(self) -> None:
        assert "for the players" in told(table(), players=True)
        assert "for the game master" in told(table())

    def test_what_the_players_may_see_is_there(self) -> None:
        words = told(self.hidden(), players=True)
        assert "Seen by all." in words
        assert "- Bohort: initiative 2" in words


class TestMarkdown:
    """What people wrote is shown sign by sign."""

    @pytest.mark.parametrize(
        "words",
        [
            NASTY,
            "1. one",
            "12) twelve",
            "- dash",
            "+ plus",
            "# head",
            "> quote",
            "===",
            "---",
            "***",
            "![i](x)",
            "&amp; &#42;",
            "<script>alert(1)</script>",
            "[x]: /url",
            "`` ` ``",
            "a_b_c __d__",
            "~~~",
            "x\\",
            "\\*",
        ],
    )
    def test_literally(self, words: str) -> None:
        html = MarkdownIt("commonmark").render(f"# {escaped(words)}\n\n- {escaped(words)}\n")
        tree = ElementTree.fromstring(f"<x>{html}</x>")
        assert [each.tag for each in tree.iter() if each.tag != "x"] == ["h1", "ul", "li"]
        assert [(each.text or "").strip() for each in tree.iter() if each.tag in {"h1", "li"}] == [words, words]

    def test_everywhere_in_a_recap(self) -> None:
        campaign = table(
            {"aicha": {"name": NASTY, "player": NASTY, "condition": NASTY, "notes": f"{NASTY}\n1. {NASTY}"}},
            {"coffre": {"name": NASTY}},
            title=NASTY,
        )
        campaign = do(roll(campaign, "full", goal=NASTY), AddNote(words=NASTY))
        campaign = do(campaign, TickClock(clock="coffre"))
        words = recap_markdown(recap(campaign), "en")
        tags = set(re.findall(r"<(\w+)", MarkdownIt("commonmark").render(words)))
        assert tags <= {"h1", "h2", "p", "ul", "li", "strong", "br"}
        assert text_of(words).count(NASTY) >= 9

    def test_control_signs_do_not_get_through(self) -> None:
        words = told(table({"aicha": {"name": "A\u001b[31m\u202e", "condition": "b\u0007"}}))
        assert "\u001b" not in words
        assert "\u202e" not in words
        assert "\u0007" not in words

    def test_notes_of_several_lines_stay_in_their_item(self) -> None:
        words = told(table({"aicha": {"notes": "one\n\n- two\n    three"}}))
        html = MarkdownIt("commonmark").render(words)
        assert html.count("<li>Aïcha: one<br />\n- two<br />\nthree</li>") == 1

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_the_same_log_gives_the_same_bytes(self, language: str) -> None:
        campaign = consequence(roll(table(), "bad"), "stress")
        for form in (recap_markdown, recap_page):
            assert form(recap(campaign), language) == form(recap(reread(campaign)), language)

    def test_in_french(self) -> None:
        words = recap_markdown(recap(roll(table(), "full")), "fr")
        assert "# T, séance 7" in words
        assert "## Ce qui s’est passé" in words
        assert "COMPLÈTE" in words


class TestPage:
    """One page that needs nothing else."""

    def page(self) -> str:
        campaign = table({"aicha": {"name": NASTY, "notes": "</style><script>x</script>"}}, title="</title><b>")
        return recap_page(recap(do(roll(campaign, "full"), TickClock(clock="alerte", by=2))), "en")

    def test_it_is_well_formed_and_shows_what_was_written(self) -> None:
        body = self.page().split("</head>")[1].removesuffix("</html>\n")
        tree = ElementTree.fromstring(f"<x>{body}</x>")
        assert NASTY in "".join(tree.itertext())
        assert not list(tree.iter("script"))
        assert self.page().count("<title>") == 1

    def test_nothing_is_fetched(self) -> None:
        page = self.page()
        assert not re.search(r"(?:src=|href|url\(|@import|http:|https:|<link|<script)", page)
        assert "default-src 'none'" in page

    def test_both_grounds_and_paper(self) -> None:
        assert "prefers-color-scheme: dark" in self.page()
        assert "@media print" in self.page()

    def test_clocks_are_drawn_from_what_to_what(self) -> None:
        drawn = pie(ClockStory("Alerte", size=6, before=2, after=4))
        assert [drawn.count(f'class="{kind}"') for kind in ("before", "new", "empty", "rim")] == [2, 2, 2, 1]
        ElementTree.fromstring(drawn)

    @pytest.mark.parametrize(
        ("size", "before", "after", "kinds"),
        [
            (1, 0, 1, (0, 1, 0)),
            (1, 1, 1, (1, 0, 0)),
            (4, None, 4, (0, 4, 0)),
            (4, 4, 2, (2, 0, 2)),
            (8, 3, None, (3, 0, 5)),
            (100, 20, 60, (1, 1, 1)),
            (100, 100, 100, (1, 0, 0)),
            (30, 0, 0, (0, 0, 1)),
        ],
    )
    def test_ends(self, size: int, before: int | None, after: int | None, kinds: tuple[int, ...]) -> None:
        drawn = pie(ClockStory("A", size=size, before=before, after=after))
        assert tuple(drawn.count(f'class="{kind}"') for kind in ("before", "new", "empty")) == kinds
        assert "nan" not in drawn

    def test_a_clock_known_by_name_is_not_drawn(self) -> None:
        assert pie(ClockStory("Coffre")) == ""

    def test_the_first_segment_begins_at_twelve_and_goes_clockwise(self) -> None:
        assert 'd="M50 50L50 5A45 45 0 0 1 95 50Z"' in pie(ClockStory("A", size=4, before=0, after=1))


def test_a_campaign_without_anything() -> None:
    from playing import campaign_of

    bare: Recap = recap(campaign_of({"format": 1, "system": "charge"}))
    assert bare.scenes[0].happenings == ()
    assert recap_markdown(bare, "en").startswith("# untitled, session 0\n")
    assert en(bare.system) == "Charge"
