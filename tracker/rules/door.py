"""The script door: one line of `tracker resolve` or `tracker odds` in, its answer out. It knows no system by name.

Faults are refused in the order of scripts.md: shape of the line, unknown key, type, missing, ranges, what the rules
forbid, what cannot be paid, number of dice, faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from tracker.core.fields import Kind, Spec, described
from tracker.core.house import Rules
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, text
from tracker.rules.procedure import Json, Procedure, Throw, no_odds

Object: TypeAlias = "Mapping[str, Json]"
Lookup: TypeAlias = Callable[[str], tuple[Mapping[str, Procedure[Any]], type[Rules]]]
"""Gives the procedures and the house rules of a system. Raises Refusal `unknown_system`."""
_Table: TypeAlias = tuple[type[Any], Mapping[str, Any], str]
"""One object of a line: what it is read as, its values, and what stands before its keys in `error.input`."""


def resolve(line: Object, lookup: Lookup, throw: Throw) -> dict[str, Json]:
    """Give what a line comes to: `result`, and `dice` where any were thrown for it. Raises Refusal."""
    procedure, inputs, rules, given = _read_line(line, lookup, odds=False)
    procedure.verify(inputs, rules)
    dice = procedure.thrown(inputs, rules, given, throw)
    result = procedure.read(inputs, rules, procedure.faces_of(inputs, rules, dice))
    return {"result": result} if dice == given else {"result": result, "dice": dice}


def odds(line: Object, lookup: Lookup) -> dict[str, Json]:
    """Give the exact `odds` of each outcome of a line, as fractions in text. Raises Refusal."""
    procedure, inputs, rules, _ = _read_line(line, lookup, odds=True)
    procedure.verify(inputs, rules)
    shares = procedure.odds(inputs, rules)
    return {"odds": {outcome: str(share) for outcome, share in shares.items() if share}}


def _read_line(line: Object, lookup: Lookup, *, odds: bool) -> tuple[Procedure[Any], Any, Any, Json]:
    """Give the procedure, its inputs, the house rules and the dice of a line that is well formed."""
    procedure, house_rules = _procedure_of(line, lookup)
    if odds and not procedure.has_odds:
        raise no_odds()
    given = line.get("inputs")
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise _bad_type("inputs", Spec(Kind.RECORD, text("inputs")), given)
    inputs = _without_nulls(given)
    dice = _without_nulls(line.get("dice"))
    _check_dice_used(procedure, dice, odds=odds)
    rules = _rules_of(line.get("rules"), house_rules)
    kind = procedure.inputs_with(None if odds else dice)
    if odds:
        kind = procedure.inputs_for_odds or kind
    outer = [(kind, inputs, "")]
    if procedure.dice is not None and dice is not None:
        outer += _nested(procedure.dice, dice, "dice")
    tables = [each for table in outer for each in _all_tables(table)]
    for table in tables:
        _check_known(table)
    for table in tables:
        _check_types(table)
    if procedure.dice is not None and dice is not None:
        _check_type(procedure.dice, dice, "dice")
    for table in tables:
        _check_missing(table)
    read = _read_table(kind, inputs)
    if procedure.dice is not None and procedure.entries:
        read = procedure.with_dice(read, () if dice is None else _read(procedure.dice, dice))
    return procedure, read, rules, dice


def _procedure_of(line: Object, lookup: Lookup) -> tuple[Procedure[Any], type[Rules]]:
    system = line.get("system")
    if not isinstance(system, str):
        raise Refusal("unknown_system", text("the line names no system"), input="system")
    procedures, house_rules = lookup(system)
    roll = line.get("roll")
    if not isinstance(roll, str):
        raise Refusal("unknown_roll", text("the line names no roll"), input="roll")
    procedure = procedures.get(roll)
    if procedure is None:
        raise Refusal("unknown_roll", text("this system has no roll {roll}", roll=_quoted(roll)), input="roll")
    return procedure, house_rules


def _check_dice_used(procedure: Procedure[Any], dice: Json, *, odds: bool) -> None:
    if dice is None:
        return
    if procedure.dice is None:
        raise Refusal("dice_not_used", text("this roll throws no dice"), input="dice")
    if not odds:
        return
    if not procedure.entries:
        raise Refusal("dice_not_used", text("odds are given without dice"), input="dice")
    for row in dice if isinstance(dice, list) else ():
        if isinstance(row, Mapping) and "dice" in row:
            raise Refusal("dice_not_used", text("odds are given without dice"), input="dice")


def _rules_of(given: Json, house_rules: type[Rules]) -> Any:
    if given is None:
        return house_rules()
    if not isinstance(given, Mapping):
        raise Refusal("bad_rules", text("the house rules must be an object"), input="rules")
    from tracker.core.clean import clean  # here: most lines have no house rules
    from tracker.core.codec import Reader

    reader = Reader()
    read = reader.read(house_rules, _without_nulls(given), ("rules",))
    for problem in reader.problems:
        name = ".".join(clean(key) for key in problem.path)
        message = text("there is no house rule {name}", name=_quoted(name)) if problem.at_key else problem.message
        raise Refusal("bad_rules", message, input=name)
    return read


def _without_nulls(value: Json) -> Any:
    """Leave out what is null in objects, at any depth; null means left out."""
    match value:
        case Mapping():
            return {key: _without_nulls(each) for key, each in value.items() if each is not None}
        case list() | tuple():
            return [_without_nulls(each) for each in value]
        case _:
            return value


def _all_tables(table: _Table) -> Iterator[_Table]:
    yield table
    kind, values, at = table
    for key, (_, spec) in described(kind).items():
        for inner in _nested(spec, values.get(key), at + key):
            yield from _all_tables(inner)


def _nested(spec: Spec, value: Any, at: str) -> list[_Table]:
    kind = spec.record
    if kind is None:
        return []
    match spec.kind, value:
        case Kind.RECORD, Mapping():
            return [(kind, value, f"{at}.")]
        case Kind.ROWS, list():
            return [(kind, row, f"{at}.{n}.") for n, row in enumerate(value) if isinstance(row, Mapping)]
        case Kind.RECORDS, Mapping():
            return [(kind, row, f"{at}.{id}.") for id, row in value.items() if isinstance(row, Mapping)]
        case _:
            return []


def _check_known(table: _Table) -> None:
    kind, values, at = table
    known = described(kind)
    for key in values:
        if key not in known:
            name = at + key
            raise Refusal("unknown_input", text("this roll takes no input {name}", name=_quoted(name)), input=name)


def _check_types(table: _Table) -> None:
    kind, values, at = table
    for key, (_, spec) in described(kind).items():
        if key in values:
            _check_type(spec, values[key], at + key)


def _check_missing(table: _Table) -> None:
    kind, values, at = table
    for key, (_, spec) in described(kind).items():
        if spec.required and key not in values:
            name = at + key
            raise Refusal("missing_input", text("the input {name} is missing", name=_quoted(name)), input=name)


def _check_type(spec: Spec, value: Any, at: str) -> None:
    fits = True
    match spec.kind:
        case Kind.WHOLE:
            fits = _is_whole(value)
        case Kind.FLAG:
            fits = isinstance(value, bool)
        case Kind.LINE | Kind.PROSE | Kind.CHOICE:
            fits = isinstance(value, str)
        case Kind.WHOLE_OR_CHOICE:
            fits = _is_whole(value) or isinstance(value, str)
        case Kind.LINES | Kind.CHOICES | Kind.WHOLES | Kind.ROLLS | Kind.ROWS:
            fits = isinstance(value, list)
        case Kind.LEVELS | Kind.RECORD | Kind.RECORDS:
            fits = isinstance(value, Mapping)
        case Kind.RAW:
            pass
    if not fits:
        raise _bad_type(at, spec, value)
    match spec.kind:
        case Kind.LINES | Kind.CHOICES:
            _check_each(Kind.LINE, spec, value, at)
        case Kind.WHOLES:
            _check_each(Kind.WHOLE, spec, value, at)
        case Kind.ROLLS:
            _check_each(Kind.WHOLES, spec, value, at)
            if spec.length is not None and any(len(row) != spec.length for row in value):
                raise _bad_type(at, spec, value)
        case Kind.LEVELS:
            for key, level in value.items():
                _check_type(Spec(Kind.WHOLE, spec.label), level, f"{at}.{key}")
        case Kind.ROWS:
            for n, row in enumerate(value):
                _check_type(Spec(Kind.RECORD, spec.label), row, f"{at}.{n}")
        case Kind.RECORDS:
            for key, row in value.items():
                _check_type(Spec(Kind.RECORD, spec.label), row, f"{at}.{key}")


def _check_each(kind: Kind, spec: Spec, values: list[Any], at: str) -> None:
    """Check the elements of a plain list, which go by the name of the list."""
    element = Spec(kind, spec.label)
    for each in values:
        _check_type(element, each, at)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _bad_type(name: str, spec: Spec, found: Any) -> Refusal:
    from tracker.core.clean import clean  # here: only a refusal needs it
    from tracker.core.codec import description, expectation

    message = text(
        "{label}: {expected} is expected, not {found}",
        label=clean(name),
        expected=expectation(spec),
        found=description(found),
    )
    return Refusal("bad_type", message, input=name)


def _read_table(kind: type[Any], values: Mapping[str, Any]) -> Any:
    known = described(kind)
    return kind(**{known[key][0]: _read(known[key][1], value) for key, value in values.items()})


def _read(spec: Spec, value: Any) -> Any:
    match spec.kind:
        case Kind.RECORD:
            assert spec.record is not None
            return _read_table(spec.record, value)
        case Kind.ROWS:
            assert spec.record is not None
            return tuple(_read_table(spec.record, row) for row in value)
        case Kind.RECORDS:
            assert spec.record is not None
            return {id: _read_table(spec.record, row) for id, row in value.items()}
        case Kind.ROLLS:
            return tuple(tuple(roll) for roll in value)
        case Kind.LINES | Kind.WHOLES | Kind.CHOICES:
            return tuple(value)
        case _:
            return value


def _quoted(words: str) -> Quoted:
    from tracker.core.clean import clean  # here: only a refusal needs it

    shown = clean(words)
    return Quoted(shown if len(shown) <= 60 else shown[:59] + "…")
