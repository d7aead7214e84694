"""Sixième Monde: where a roll stands, read from the entries of its beat alone, so that it survives a restart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import reduce
from types import MappingProxyType
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in
from tracker.core.tree import Value
from tracker.rules.common.adjust import present_character
from tracker.rules.common.beat import entries_of
from tracker.rules.deed import Said, Tone
from tracker.rules.sixieme_monde.names import OUTCOMES, plain
from tracker.rules.sixieme_monde.scale import failed_margins, own_dice
from tracker.rules.sixieme_monde.terms import Term, sum_said, terms_kept, total_of

_NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BeatState:
    """What of a roll is still open."""

    n: int = 0
    """The number of the beat."""
    who: str = ""
    """Who acts; nobody where there is no roll."""
    score: int = 0
    terms: tuple[Term, ...] = ()
    """The running sum so far."""
    decided: bool = False
    """The failure has been accepted or refused, or a result of 0 taken as a success."""
    names: Mapping[str, str] = field(default_factory=lambda: _NO_NAMES)
    """The names of everybody the beat speaks of."""

    @property
    def total(self) -> int:
        """The result so far: below 0 succeeds."""
        return total_of(self.terms)

    @property
    def failing(self) -> bool:
        """Whether a failure waits to be turned, accepted or refused."""
        return bool(self.who) and not self.decided and self.total >= 0

    @property
    def d20(self) -> int:
        """The raw face of the d20, which is what calls."""
        return next((term.value for term in self.terms if term.kind == "d20"), 0)

    @property
    def called(self) -> bool:
        """Whether who acts has answered the call."""
        return any(term.kind == "call" for term in self.terms)

    @property
    def supporters(self) -> tuple[str, ...]:
        """The companions who have answered it."""
        return tuple(term.id for term in self.terms if term.kind == "support")

    @property
    def tricks(self) -> tuple[str, ...]:
        """The tricks used."""
        return tuple(term.id for term in self.terms if term.kind == "trick")

    @property
    def own_dice(self) -> int:
        """The d6 of one's own against the failure."""
        return own_dice(self.total, self.score)

    @property
    def margins(self) -> int:
        """The full margins of the failure."""
        return failed_margins(self.total)


def beat_state(beat: tuple[Entry, ...]) -> BeatState:
    """Read a beat from its first entry on."""
    return reduce(_after, beat, BeatState())


def state_of(campaign: Campaign, beat: int | None) -> BeatState:
    """Give where a beat stands."""
    return beat_state(entries_of(campaign, beat))


def failing_state(campaign: Campaign, beat: int | None) -> tuple[BeatState, Any]:
    """Give a roll that still fails, and who made it.

    Raises Refusal `no_roll` without one, `settled` where it is decided, `nobody` where who acts is gone.
    """
    state = state_of(campaign, beat)
    if not state.who:
        raise Refusal("no_roll", text_in("sixième monde", "there is no roll to go on with"))
    if not state.failing:
        raise Refusal("settled", text("what this roll brings is settled already"))
    return state, present_character(campaign, state.who)


def add_term(draft: Draft, state: BeatState, term: Term, **more: Value) -> None:
    """Write the running sum with one more term; a sum below 0 is a success and ends the roll."""
    terms = (*state.terms, term)
    keep_names(draft, state)
    kept: list[Value] = [each.encoded() for each in terms]
    draft.fact(
        outcome="success" if total_of(terms) < 0 else "",
        result={"terms": kept, "before": state.total, "total": total_of(terms), **more},
    )


def keep_names(draft: Draft, state: BeatState) -> None:
    """Have the entry carry the names of everybody the beat has spoken of so far."""
    names = draft.facts.setdefault("names", {})
    for path, name in state.names.items():
        names.setdefault(path, name)


def step_said(entry: Entry, what: Text) -> Said:
    """Tell one step of the running sum: from what to what, and the whole of it."""
    outcome = OUTCOMES.get(entry.outcome)
    terms = terms_kept(entry)
    details: tuple[Text, ...] = ()
    if terms:
        step = text_in(
            "sixième monde", "{before} → {after}", before=plain(total_of(terms[:-1])), after=plain(total_of(terms))
        )
        details = (step, sum_said(terms, entry.names))
    return Said(what, (), outcome[0] if outcome else None, outcome[1] if outcome else Tone.PLAIN, details)


def _after(state: BeatState, entry: Entry) -> BeatState:
    names, terms = {**state.names, **entry.names}, terms_kept(entry) or state.terms
    state = replace(state, n=entry.beat, names=names, terms=terms)
    match entry.roll:
        case "test":
            score = entry.result.get("score")
            return replace(state, who=entry.who, score=score if isinstance(score, int) else 0, decided=False)
        case "accept" | "refuse" | "take_zero":
            return replace(state, decided=True)
        case _:
            return state
