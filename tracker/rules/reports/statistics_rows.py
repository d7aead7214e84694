"""The statistics in rows: what a person reads, and no claim that the numbers do not support."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tracker.core.text import Text, text, text_n, verbatim
from tracker.dice.luck import ENOUGH, ENOUGH_ROLLS
from tracker.rules.reports.rows import Bar, Heading, Line, Row
from tracker.rules.statistics import FaceCount, KindCount, Run, Share, Statistics

MOST_BARS = 20
"""A die of more sides is told in one sentence."""
_FINEST = 10**6


def statistics_rows(found: Statistics) -> tuple[Row, ...]:
    """Give the whole report, the table first, then each character."""
    title = verbatim(found.title) if found.title else text("untitled")
    if found.session is None:
        heading = text("{title}: statistics of all sessions", title=title)
    else:
        heading = text("{title}: statistics of session {number}", title=title, number=found.session)
    rows: list[Row] = [Heading(heading, 1)]
    if not found.table.rolls:
        rows.append(Line(text("No dice have been thrown.")))
    for share in (found.table, *found.characters):
        rows.extend(share_rows(found, share))
    if any(each.usual is not None for kind in found.table.kinds for each in kind.outcomes):
        rows.append(Heading(text("How to read this"), 2))
        rows.append(
            Line(
                text(
                    "“Usual” are the numbers that fair dice give at least 19 times in 20. Of twenty numbers one lies "
                    "outside by chance alone."
                )
            )
        )
    return tuple(rows)


def share_rows(found: Statistics, share: Share) -> Iterator[Row]:
    """Give what there is to say of one character, or of the table."""
    yield Heading(text("{name}", name=share.name) if share.who else text("The whole table"), 2)
    if share.rolls:
        yield Line(text_n("{count} roll", "{count} rolls", share.rolls))
    for kind in share.kinds:
        yield from _kind_rows(kind)
    if share.good_run.of:
        yield Line(_run_said(share.good_run, text("good outcomes in a row")))
        yield Line(_run_said(share.bad_run, text("bad outcomes in a row")))
    for faces in share.faces:
        # A chart of a handful of dice would only pretend to tell something; the table has one all the same.
        yield from (
            _face_chart(faces)
            if faces.sides <= MOST_BARS and (faces.chance is not None or not share.who)
            else (Line(_faces_in_a_line(faces)),)
        )
    if found.gauge is not None and (share.earned or share.spent):
        words = text(
            "{label}: {earned} earned, {spent} spent", label=found.gauge, earned=share.earned, spent=share.spent
        )
        yield Line(words)
    if share.stress:
        yield Line(text_n("{count} segment of stress taken", "{count} segments of stress taken", share.stress))
    if share.filled:
        names = tuple(verbatim(name) for name in share.filled)
        yield Line(text_n("{count} clock filled: {names}", "{count} clocks filled: {names}", len(names), names=names))


def _kind_rows(kind: KindCount) -> Iterator[Row]:
    yield Heading(text_n("{label}: {count} roll", "{label}: {count} rolls", kind.rolls, label=kind.label), 3)
    scale = _scale((each.observed, each.expected) for each in kind.outcomes)
    for each in kind.outcomes:
        yield Bar(each.label, each.observed, each.expected, scale, each.usual, each.tone)
    uncertain = [each for each in kind.outcomes if each.variance]
    if uncertain and all(each.usual is None for each in uncertain):
        yield Line(
            text(
                "Too few rolls to tell anything from them: at least {number} of an outcome must be expected.",
                number=ENOUGH,
            )
        )


def _run_said(run: Run, what: Text) -> Text:
    if not run.length:
        return text("Longest run of {what}: none", what=what)
    said = text("Longest run of {what}: {length} (lines {first} to {last})", **_of_run(run, what))
    if run.length == 1:
        said = text("Longest run of {what}: {length} (line {first})", what=what, length=1, first=run.first)
    if run.chance is not None:
        chance = _share(run.chance)
        return text(
            "{said}; by chance alone, these very rolls bring one as long in {chance} of all cases",
            said=said,
            chance=chance,
        )
    return text(
        "{said}; fewer than {number} rolls, too few to tell whether that is much", said=said, number=ENOUGH_ROLLS
    )


def _of_run(run: Run, what: Text) -> dict[str, Text | int]:
    return {"what": what, "length": run.length, "first": run.first, "last": run.last}


def _face_chart(faces: FaceCount) -> Iterator[Row]:
    yield Heading(_dice_said(faces), 3)
    scale = _scale((count, faces.expected) for count in faces.counts)
    for face, count in enumerate(faces.counts, 1):
        yield Bar(verbatim(str(face)), count, faces.expected, scale)
    yield Line(_faces_said(faces))


def _faces_in_a_line(faces: FaceCount) -> Text:
    if faces.sides > MOST_BARS:
        return _dice_said(faces)
    counts = ", ".join(str(count) for count in faces.counts)
    return text("{dice}; each face, from 1 on: {counts}", dice=_dice_said(faces), counts=counts)


def _dice_said(faces: FaceCount) -> Text:
    if faces.typed:
        return text("Dice on the table, typed: {count} d{sides}", count=faces.thrown, sides=faces.sides)
    return text("Dice thrown by the program: {count} d{sides}", count=faces.thrown, sides=faces.sides)


def _faces_said(faces: FaceCount) -> Text:
    chance = faces.chance
    if chance is None:
        return text("Fewer than {number} dice: too few to tell anything from them.", number=ENOUGH * faces.sides)
    if chance >= 1:
        return text("The faces are as even as fair dice may well be.")
    return text(
        "Fair dice let some face stray at least this far from its share in {chance} of all cases at most.",
        chance=_share(chance),
    )


def _scale(pairs: Iterator[tuple[int, Fraction]]) -> Fraction:
    return max((max(Fraction(observed), expected) for observed, expected in pairs), default=Fraction(1)) or Fraction(1)


def _share(chance: float) -> Fraction:
    """Give a chance as it can be said in per cent; what is possible is never said to be impossible."""
    return max(Fraction(1, _FINEST), min(Fraction(_FINEST - 1, _FINEST), Fraction(chance)))
