"""`dataclass`, made faster for the one kind used here: frozen, with slots.

The standard decorator compiles six functions for each class, which for some 130 classes is a fifth of the time that
the table takes to start. Only `__init__` depends on the fields so much that it must be compiled, and that is done
when the first object of the class is made; the rest is shared. Type checkers see the standard decorator, and `fields`
and `replace` work as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from dataclasses import MISSING, FrozenInstanceError, fields
    from operator import attrgetter

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, **more):
        """Make a dataclass of a class. Anything but a frozen one with slots is left to the standard library."""
        if not (frozen and slots) or more:
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, kw_only=kw_only, **more)
        plain = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)
        return (lambda each: _made(plain, each)) if cls is None else _made(plain, cls)

    def _made(plain, cls):
        """Let the standard library collect the fields; what is frozen already must not look so to it meanwhile."""
        above = [base.__dict__.get("__dataclass_params__") for base in cls.__mro__[1:]]
        frozen = [params for params in above if params is not None and params.frozen]
        for params in frozen:
            params.frozen = False
        try:
            return _finished(plain(cls))
        finally:
            for params in frozen:
                params.frozen = True

    def _finished(cls):
        named = fields(cls)
        cls.__dataclass_params__.frozen = True  # so that a standard frozen dataclass may inherit from it
        _init_late(cls, named)
        cls.__setattr__ = _setattr
        cls.__delattr__ = _delattr
        cls.__repr__ = _repr
        get = attrgetter(*(each.name for each in named)) if named else lambda self: ()

        def __eq__(self, other):
            return get(self) == get(other) if other.__class__ is self.__class__ else NotImplemented

        def __hash__(self):
            return hash(get(self))

        if "__eq__" not in cls.__dict__:
            cls.__eq__ = __eq__
        if "__hash__" not in cls.__dict__ or cls.__dict__["__hash__"] is None:
            cls.__hash__ = __hash__
        return cls

    def _init_late(cls, named):
        """Have the function compiled when the first of its kind is made: most kinds are not at every start."""

        def __init__(self, *positional, **by_name):
            if cls.__init__ is __init__:
                cls.__init__ = _init(cls, named)
            cls.__init__(self, *positional, **by_name)

        cls.__init__ = __init__

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
