"""`dataclass`, made faster for the one kind used here: frozen, with slots.

The standard decorator compiles six functions for each class, which for some 130 classes is a fifth of the time that
the table takes to start. Only `__init__` depends on the fields so much that it must be compiled, and that is done
when more than a few objects of the class are made; the rest is shared. Type checkers see the standard decorator, and
`fields` and `replace` work as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from dataclasses import MISSING, Field, FrozenInstanceError, field, fields
    from operator import attrgetter

    FEW = 24
    """Objects of one kind that are filled field by field: some thirty of them take as long as compiling."""

    @dataclasses.dataclass(frozen=True, init=False, repr=False, eq=False)
    class _Sample:
        """What the standard library says of a field and of a frozen class."""

        name: str

    _PLAIN_FIELD = fields(_Sample)[0]._field_type
    _PARAMS = _Sample.__dataclass_params__

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, **more):
        """Make a dataclass of a class. Anything but a frozen one with slots is left to the standard library."""
        if not (frozen and slots) or more:
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, kw_only=kw_only, **more)
        return (lambda each: _decorated(each, kw_only)) if cls is None else _decorated(cls, kw_only)

    def _decorated(cls, kw_only):
        """Leave a class whose annotations are objects, such as one of a plug-in, to the standard library too."""
        if all(isinstance(kind, str) for kind in cls.__annotations__.values()):
            return _made(cls, kw_only)
        return dataclasses.dataclass(cls, frozen=True, slots=True, kw_only=kw_only)

    def _made(cls, kw_only):
        """Make the class anew with slots for its fields, and with what every frozen one has."""
        above = {}
        for base in cls.__mro__[:0:-1]:
            above.update(base.__dict__.get("__dataclass_fields__", ()))
        body = {name: value for name, value in cls.__dict__.items() if name not in {"__dict__", "__weakref__"}}
        named = dict(above)
        for name, kind in cls.__annotations__.items():
            if not kind.startswith(("ClassVar", "typing.ClassVar")):
                named[name] = _field(name, kind, body.pop(name, MISSING), kw_only)
        listed = tuple(named.values())
        get = attrgetter(*named) if named else lambda self: ()

        def __eq__(self, other):
            return get(self) == get(other) if other.__class__ is self.__class__ else NotImplemented

        def __hash__(self):
            return hash(get(self))

        body.setdefault("__eq__", __eq__)
        if body.get("__hash__") is None:
            body["__hash__"] = __hash__
        body["__slots__"] = tuple(name for name in named if name not in above)
        body["__dataclass_fields__"] = named
        body["__dataclass_params__"] = _PARAMS
        body["__match_args__"] = tuple(each.name for each in listed if each.init and not each.kw_only)
        body["__setattr__"], body["__delattr__"], body["__repr__"] = _setattr, _delattr, _repr
        made = type(cls)(cls.__name__, cls.__bases__, body)
        _init_late(made, listed)
        return made

    def _field(name, kind, default, kw_only):
        """Describe a field as the standard library does."""
        each = default if isinstance(default, Field) else field(default=default)
        each.name, each.type, each._field_type = name, kind, _PLAIN_FIELD
        if each.kw_only is MISSING:
            each.kw_only = kw_only
        return each

    def _init_late(cls, named):
        """Fill the first objects field by field, and have the function compiled when there are more than a few."""
        made = 0

        def __init__(self, *positional, **by_name):
            nonlocal made
            made += 1
            if made > FEW or not _filled(self, named, positional, by_name):
                if cls.__init__ is __init__:
                    cls.__init__ = _init(cls, named)
                cls.__init__(self, *positional, **by_name)

        cls.__init__ = __init__

    def _filled(self, named, positional, by_name):
        """Set the fields; false where the arguments do not fit, which the compiled function says better."""
        places = [each.name for each in named if each.init and not each.kw_only]
        given = {**dict(zip(places, positional, strict=False)), **by_name}
        if len(given) != len(positional) + len(by_name):
            return False
        for each in named:
            if not each.init:
                continue
            if each.name in given:
                value = given.pop(each.name)
            elif each.default is not MISSING:
                value = each.default
            elif each.default_factory is not MISSING:
                value = each.default_factory()
            else:
                return False
            object.__setattr__(self, each.name, value)
        return not given

    def _init(cls, named):
        """Compile the one function that is made of the fields."""
        known = {"_set": object.__setattr__, "_missing": MISSING}
        positional, keyword, body = [], [], []
        for each in named:
            name, value = each.name, each.name
            if not each.init:
                continue
            if each.default is not MISSING:
                known[f"_d_{name}"] = each.default
                parameter = f"{name}=_d_{name}"
            elif each.default_factory is not MISSING:
                known[f"_f_{name}"] = each.default_factory
                parameter, value = f"{name}=_missing", f"_f_{name}() if {name} is _missing else {name}"
            else:
                parameter = name
            (keyword if each.kw_only else positional).append(parameter)
            body.append(f" _set(self, {name!r}, {value})")
        parameters = ", ".join(["self", *positional, *(["*", *keyword] if keyword else [])])
        lines = "\n".join(body) or " pass"
        exec(f"def __init__({parameters}):\n{lines}", known)
        made = known["__init__"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        return made

    def _setattr(self, name, value):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _delattr(self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _repr(self):
        shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{self.__class__.__qualname__}({shown})"
