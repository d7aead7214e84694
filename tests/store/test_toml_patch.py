"""A save changes the lines of what changed, and nothing a person wrote."""

from __future__ import annotations

from textwrap import dedent

import pytest
import tomli

from tracker.core.edits import AddTable, Edit, MoveTable, RemoveTable, RemoveValue, SetValue, apply_edits
from tracker.core.tree import Path, Tree, Value
from tracker.store.toml_patch import Patched, PatchRefused, patch

HEAD = dedent(
    """\
    #:schema campaign.schema.json
    format = 1
    title = 'La Couronne'

    # ---- the party ----

    [characters.aicha]            # the id
    name = "Aïcha"
    stress = 0x2                  # segments filled
    actions = { finesse = 2, move = 1 }
    talents = [
      { text = "dot", checked = false },   # first
      { text = "die", checked = false },   # second
    ]

    # the tough one
    [characters.bob]
    name = "Bob"

    # ---- clocks ----

    [clocks.alerte]
    name = "Alerte"
    filled = 2
    """
)


def path(dotted: str) -> Path:
    return tuple(dotted.split("."))


def done(head: str, *edits: Edit) -> Patched:
    return patch(head, edits, apply_edits(tomli.loads(head), edits))


def lines(old: str, new: str) -> tuple[list[str], list[str]]:
    """Give the lines that went and the lines that came."""
    before, after = old.split("\n"), new.split("\n")
    return [x for x in before if x not in after], [x for x in after if x not in before]


class TestSetValue:
    """The value is replaced where it stands, in its own style; its old writing is kept for an undo."""

    @pytest.mark.parametrize(
        ("where", "value", "gone", "come", "taken"),
        [
            ("characters.aicha.stress", 3, "stress = 0x2                  #", "stress = 3                  #", "0x2"),
            ("title", "L'or", "title = 'La Couronne'", 'title = "L\'or"', "'La Couronne'"),
            ("title", "Or", "title = 'La Couronne'", "title = 'Or'", "'La Couronne'"),
            ("characters.aicha.actions.move", 0, "finesse = 2, move = 1", "finesse = 2, move = 0", None),
            ("characters.aicha.actions.note", 1, "move = 1 }", "move = 1, note = 1 }", None),
        ],
    )
    def test_only_its_line(self, where: str, value: Value, gone: str, come: str, taken: str | None) -> None:
        result = done(HEAD, SetValue(path(where), value))
        assert result.text == HEAD.replace(gone, come)
        assert result.taken.get(path(where)) == taken

    def test_one_element_of_a_list_keeps_the_comments_of_all(self) -> None:
        talents: list[Value] = [{"text": "dot", "checked": False}, {"text": "die", "checked": True}]
        result = done(HEAD, SetValue(path("characters.aicha.talents"), talents))
        assert result.text == HEAD.replace('"die", checked = false', '"die", checked = true')

    def test_an_element_more_gets_a_line_and_its_removal_gives_the_old_bytes(self) -> None:
        where = path("characters.aicha.talents")
        old: list[Value] = [{"text": "dot", "checked": False}, {"text": "die", "checked": False}]
        more = done(HEAD, SetValue(where, [*old, {"text": "new"}])).text
        assert lines(HEAD, more) == ([], ['  { text = "new" },'])
        assert done(more, SetValue(where, old)).text == HEAD

    @pytest.mark.parametrize(
        ("old", "value", "new"),
        [
            ("[1, 2, 3]", [1, 3], "[1, 3]"),
            ("[1, 2, 3]", [2, 3], "[2, 3]"),
            ("[1, 2, 3]", [], "[]"),
            ("[1, 2,]", [1, 2, 3], "[1, 2, 3,]"),
            ("[]", [1], "[1]"),
            ("[ 1, 2 ]", [1, 5, 2], "[ 1, 5, 2 ]"),
            ("[\n  1, # a\n  2 # b\n]", [1, 2, 3], "[\n  1, # a\n  2, # b\n  3\n]"),
            ("[\n  1, # a\n  2 # b\n]", [1], "[\n  1 # a\n]"),
            ("[\n  1, # a\n  # about two\n  2, # b\n]", [1], "[\n  1, # a\n  # about two\n]"),
            ("[\n  1 # a\n  , 2\n]", [1, 2, 3], "[\n  1 # a\n  , 2, 3\n]"),
            ("[\n  1 # a\n  , 2\n]", [1], "[\n  1 # a\n  \n]"),
            ("[\n 1, 2,\n 3, 4,\n]", [1, 2, 3, 4, 5], "[\n 1, 2,\n 3, 4, 5,\n]"),
            ("[[1], ['a']]", [[1, 2], ["b"]], "[[1, 2], ['b']]"),
            ("{ a = 1 }", {}, "{}"),
            ("{}", {"a": 1}, "{ a = 1 }"),
            ("{a=1,b=2}", {"b": 2}, "{b=2}"),
            ("{ a.b = 1, a.c = 2 }", {"a": {"b": 1, "c": 3, "d": 4}}, "{ a.b = 1, a.c = 3, a.d = 4 }"),
            ("{ a.b = 1 }", {"a": {}}, "{ a = {} }"),
            ("'''\na'''", "b\nc", "'''\nb\nc'''"),
            ('"""\na\\\n  b"""', "b\nc\\", '"""\nb\nc\\\\"""'),
            ("1979-05-27", "x", '"x"'),
        ],
    )
    @pytest.mark.parametrize("newline", ["\n", "\r\n"])
    def test_inside_a_value(self, old: str, value: Value, new: str, newline: str) -> None:
        head = f"a = 1\nx = {old} # why\nb = 2\n".replace("\n", newline)
        assert done(head, SetValue(("x",), value)).text == f"a = 1\nx = {new} # why\nb = 2\n".replace("\n", newline)

    def test_a_given_writing_is_used_where_it_says_the_value(self) -> None:
        where = path("characters.aicha.stress")
        assert "stress = 0b11 " in done(HEAD, SetValue(where, 3, "0b11")).text
        assert "stress = 3 " in done(HEAD, SetValue(where, 3, "0b10")).text
        assert "stress = 3 " in done(HEAD, SetValue(where, 3, "3\nother = 1")).text

    def test_a_value_that_is_the_same_leaves_every_byte(self) -> None:
        assert done(HEAD, SetValue(path("characters.aicha.stress"), 2)).text == HEAD


class TestInsert:
    """What is new goes to the end of its table, before what belongs to the next one."""

    @pytest.mark.parametrize(
        ("where", "value", "after", "come"),
        [
            ("session", 7, "title = 'La Couronne'\n", "session = 7\n"),
            ("characters.bob.stress", 1, 'name = "Bob"\n', "stress = 1\n"),
            ("characters.bob.actions.move", 1, 'name = "Bob"\n', "actions = { move = 1 }\n"),
            (
                "characters.bob.counters.gold",
                {"name": "Or", "value": 3, "max": 9},
                'name = "Bob"\n',
                'counters = { gold = { name = "Or", value = 3, max = 9 } }\n',
            ),
            ("table.round", 2, "filled = 2\n", "\n[table]\nround = 2\n"),
            ("characters.zoe.stress", 2, 'name = "Bob"\n', "\n[characters.zoe]\nstress = 2\n"),
        ],
    )
    def test_place(self, where: str, value: Value, after: str, come: str) -> None:
        assert done(HEAD, SetValue(path(where), value)).text == HEAD.replace(after, after + come)

    def test_a_table_among_expanded_ones_is_expanded(self) -> None:
        head = HEAD + '\n[characters.bob.counters.luck]\nname = "L"\n\n[mine]\nx = 1\n'
        result = done(head, SetValue(path("characters.bob.counters.gold"), {"name": "G"}))
        added = '\n[characters.bob.counters.gold]\nname = "G"\n'
        assert result.text == head.replace('name = "L"\n', 'name = "L"\n' + added)
        assert done(result.text, RemoveValue(path("characters.bob.counters.gold"))).text == head

    def test_among_dotted_keys_it_is_dotted(self) -> None:
        head = "[a]\nb.c = 1\nd = 2\n"
        assert done(head, SetValue(path("a.b.e"), 3)).text == "[a]\nb.c = 1\nb.e = 3\nd = 2\n"

    @pytest.mark.parametrize("head", ["", "\ufeff", "# only a comment", "[a]", "[a]\nb = 1"])
    def test_files_with_next_to_nothing(self, head: str) -> None:
        tree = tomli.loads(head.lstrip("\ufeff"))
        edits = [SetValue(("x",), 1)]
        result = patch(head, edits, apply_edits(tree, edits))
        assert result.text.startswith(head[:1] if head.startswith("\ufeff") else "")
        assert tomli.loads(result.text.lstrip("\ufeff")) == {**tree, "x": 1}

    @pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n# a word about the log\n"])
    def test_the_end_of_the_head_stays_as_it_is(self, end: str) -> None:
        head = HEAD.removesuffix("\n") + end
        edit = AddTable(path("clocks.new"), {"name": "N"}, "alerte")
        result = done(head, edit).text
        assert result == HEAD.removesuffix("\n") + '\n\n[clocks.new]\nname = "N"' + end
        assert done(result, RemoveTable(edit.path)).text == head


class TestTables:
    """A character or clock with its comments, put, taken and moved whole."""

    def test_removal_takes_the_comment_that_touches_it_and_one_blank_line(self) -> None:
        result = done(HEAD, RemoveTable(path("characters.bob")))
        assert result.text == HEAD.replace('\n# the tough one\n[characters.bob]\nname = "Bob"\n', "")
        assert result.taken[path("characters.bob")] == '\n# the tough one\n[characters.bob]\nname = "Bob"\n'

    @pytest.mark.parametrize(
        ("gone", "before"), [("characters.aicha", None), ("characters.bob", "aicha"), ("clocks.alerte", None)]
    )
    def test_undo_of_a_removal_restores_every_byte(self, gone: str, before: str | None) -> None:
        result = done(HEAD, RemoveTable(path(gone)))
        group, key = path(gone)
        value: Tree = tomli.loads(HEAD)[group][key]
        assert done(result.text, AddTable((group, key), value, before, result.taken[group, key])).text == HEAD

    def test_an_undo_after_others_were_edited_still_brings_the_comments(self) -> None:
        head = HEAD + "\n[characters.bob.actions] # far away\nmove = 1\n"
        bob = tomli.loads(head)["characters"]["bob"]
        gone = done(head, RemoveTable(path("characters.bob")))
        edited = done(gone.text, RemoveTable(path("clocks.alerte")), SetValue(path("characters.aicha.karma"), 1))
        back = done(edited.text, AddTable(path("characters.bob"), bob, "aicha", gone.taken[path("characters.bob")]))
        assert "# the tough one\n[characters.bob]" in back.text
        assert "[characters.bob.actions] # far away" in back.text
        assert "#@" not in back.text

    def test_the_last_of_its_kind_leaves_an_empty_table(self) -> None:
        result = done(HEAD, RemoveTable(path("clocks.alerte")))
        assert result.text.endswith("\n[clocks]\n")

    def test_scattered_lines_come_back_where_they_were(self) -> None:
        head = "[c.a]\nx = 1\n\n[k]\ny = 1\n\n# more of a\n[c.a.s]\nz = 1\n\n[c.b]\n"
        result = done(head, RemoveTable(("c", "a")))
        assert result.text == "[k]\ny = 1\n\n[c.b]\n"
        assert (
            done(result.text, AddTable(("c", "a"), {"x": 1, "s": {"z": 1}}, None, result.taken["c", "a"])).text == head
        )

    def test_moving_takes_the_comment_along_and_leaves_the_headings(self) -> None:
        moved = done(HEAD, MoveTable(path("characters.bob"), None)).text
        assert list(tomli.loads(moved)["characters"]) == ["bob", "aicha"]
        assert "# ---- the party ----\n\n# the tough one\n[characters.bob]" in moved
        assert "]\n\n# ---- clocks ----\n\n[clocks" in moved
        assert done(moved, MoveTable(path("characters.bob"), "aicha")).text == HEAD

    def test_moving_past_a_table_of_another_kind(self) -> None:
        head = "[c.a]\nx = 1\n\n[k.z]\n\n[c.b] # b\ny = 1\n"
        moved = done(head, MoveTable(("c", "a"), "b")).text
        assert moved == "[c.b] # b\ny = 1\n\n[k.z]\n\n[c.a]\nx = 1\n"
        assert done(moved, MoveTable(("c", "a"), None)).text == head

    @pytest.mark.parametrize(
        ("head", "new"),
        [
            ("characters = { a = { x = 1 }, b = {} }\n", "characters = { a = { x = 1 }, n = { y = 2 }, b = {} }\n"),
            (
                "characters.a.x = 1\ncharacters.b = {}\n",
                "characters.a.x = 1\ncharacters.n = { y = 2 }\ncharacters.b = {}\n",
            ),
            ("[characters]\na = { x = 1 }\nb = {}\n", "[characters]\na = { x = 1 }\nn = { y = 2 }\nb = {}\n"),
            (
                "[characters.a]\nx = 1\n[characters.b]\n",
                "[characters.a]\nx = 1\n[characters.n]\ny = 2\n[characters.b]\n",
            ),
        ],
    )
    def test_a_new_one_is_written_like_its_siblings(self, head: str, new: str) -> None:
        assert done(head, AddTable(("characters", "n"), {"y": 2}, "a")).text == new
        assert done(new, RemoveTable(("characters", "n"))).text == head


class TestRemoveValue:
    """A key goes with its line; the table it was in stays, even empty."""

    def test_line(self) -> None:
        result = done(HEAD, RemoveValue(path("characters.aicha.stress")))
        assert result.text == HEAD.replace("stress = 0x2                  # segments filled\n", "")
        taken = result.taken[path("characters.aicha.stress")]
        assert done(result.text, SetValue(path("characters.aicha.stress"), 2, taken)).text == HEAD

    def test_the_last_key_of_a_dotted_table(self) -> None:
        head = "[a]\nb.c = 1 # why\nd = 2\n"
        result = done(head, RemoveValue(path("a.b.c")))
        assert result.text == "[a]\nb = {}\nd = 2\n"
        assert done(result.text, SetValue(path("a.b.c"), 1, result.taken[path("a.b.c")])).text == head

    def test_an_element_in_the_middle_comes_back_there(self) -> None:
        head = "a = { x = 1, y = 0x2, z = 3 }\n"
        result = done(head, RemoveValue(("a", "y")))
        assert result.text == "a = { x = 1, z = 3 }\n"
        assert done(result.text, SetValue(("a", "y"), 2, result.taken["a", "y"])).text == head

    def test_what_is_not_there_is_no_error(self) -> None:
        assert done(HEAD, RemoveValue(path("characters.bob.none"))).text == HEAD


class TestRefusal:
    """A text that says anything but what is expected is never given."""

    def test_a_model_that_differs(self) -> None:
        tree = {**tomli.loads(HEAD), "session": 8}
        with pytest.raises(PatchRefused) as caught:
            patch(HEAD, [SetValue(("format",), 2)], {**tree, "format": 2})
        assert (caught.value.reason, caught.value.path) == ("differs", ("session",))

    def test_another_type_differs(self) -> None:
        with pytest.raises(PatchRefused):
            patch("a = 1\n", [], {"a": True})

    def test_another_order_of_characters(self) -> None:
        tree = tomli.loads(HEAD)
        tree["characters"] = dict(reversed(tree["characters"].items()))
        with pytest.raises(PatchRefused) as caught:
            patch(HEAD, [], tree)
        assert caught.value.reason == "order"

    def test_a_broken_head(self) -> None:
        with pytest.raises(PatchRefused) as caught:
            patch("a = \n", [], {})
        assert caught.value.reason == "syntax"

    def test_half_a_surrogate_pair(self) -> None:
        with pytest.raises(PatchRefused) as caught:
            done(HEAD, SetValue(("title",), "\ud800"))
        assert caught.value.reason == "unwritable"

    def test_a_key_below_a_number(self) -> None:
        with pytest.raises(PatchRefused) as caught:
            done(HEAD, SetValue(("format", "x"), 1))
        assert caught.value.reason == "no table"

    @pytest.mark.parametrize(
        "text", ["[[log]]\nn = 1\n", "[characters.z]\nname = 'Z'\n[other]\n", "broken =", "#@ 0 9 0 nowhere\nx = 1\n"]
    )
    def test_a_text_that_is_not_the_table_is_not_used(self, text: str) -> None:
        result = done(HEAD, AddTable(path("characters.z"), {"name": "Z"}, "bob", text))
        assert '[characters.z]\nname = "Z"\n' in result.text
        assert tomli.loads(result.text).keys() == tomli.loads(HEAD).keys()
