"""Fields of a position, each declared once: its type, what indexes it, what it says, and who knows it.

    class HandPosition(Position[Step, Choice], kw_only=True):
        hands: Annotated[list[list[int]], Counted("seat", says="the cards held")]
        wounds: Annotated[list[int], Secret("man", says="how often hit")]
        turn: Annotated[int, Open(says="the number of the turn")] = 0

From that follow how a position is copied (by the types), what of it a viewer sees (`seen_by`), where something hidden
was learned (`learned`), and the table of fields in the docs (`table_of`). A field that is not declared is known to
nobody: a viewer finds it empty.

Where a field tells somebody what was hidden elsewhere, such as a report of what lies in a stack, `tells` says what of
it: the entries that are news when they are added.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, Union, get_args, get_origin

import msgspec
from typing_extensions import TypeVar

from tanelorn.core.errors import BrokenRules
from tanelorn.core.viewers import REFEREE

if TYPE_CHECKING:
    from tanelorn.core.position import Position

P = TypeVar("P", bound="Position")
T = TypeVar("T", default=Any)
"""The value of a field."""
E = TypeVar("E")
Entries = list[E] | dict[int, E]
"""An entry for each seat."""


class Part(Generic[T]):
    """How a field is seen that goes by one part of the look at the table alone: `show(part, value)`."""

    def __init__(self, name: str, show: Callable[..., T]) -> None:
        self.name = name
        self.show = show

    def __call__(self, look: object, value: T) -> T:
        """Return what the look lets its viewer see of a field."""
        return self.show(getattr(look, self.name), value)


UNKNOWN = -9
"""What stands in a list of numbers in the place of one that the viewer does not know."""


class Field(Generic[T]):
    """What is declared of a field. `by` names what indexes it, from the outside in; `says` what it tells.

    `seen` returns what a viewer sees of the field: of `value`, a copy of what the position has there. `shows_more`
    tells whether somebody knows more after a change than before: whether it `tells` anything that it did not.
    """

    who = ""
    """Who knows it, in words for the docs."""
    goes_by: tuple[str, ...] | None = None
    """The other fields by which it goes what a viewer sees of this one; None where nobody says."""

    def __init__(self, by: str = "", says: str = "", *, tells: Callable[[T], Iterable[Hashable]] | None = None) -> None:
        self.by = by
        self.says = says
        self.tells = tells

    def seen(self, position: Position, viewer: int, value: T) -> T:
        """Return what a viewer sees of the field."""
        raise NotImplementedError

    def shows_more(self, before: T, after: T) -> bool:
        """Tell whether a change of the field has shown something hidden to anybody."""
        return self.tells is not None and not set(self.tells(after)) <= set(self.tells(before))


class Open(Field[T]):
    """All see all of it."""

    who = "all"

    def seen(self, position: Position, viewer: int, value: T) -> T:
        """Return the value."""
        return value


class Follows(Open[T]):
    """It follows from other fields (`of`, if it is said): once those are masked, `position.rebuild` makes it anew."""

    who = "follows from the others"

    def __init__(self, by: str = "", says: str = "", *, of: tuple[str, ...] | None = None) -> None:
        super().__init__(by, says)
        self.goes_by = of


class Own(Field["Entries[E]"]):
    """Each seat sees its own entry, of a list or a dict by seat; the others' are empty."""

    who = "its seat"
    goes_by = ()

    def seen(self, position: Position, viewer: int, value: Entries[E]) -> Entries[E]:
        """Return the viewer's own entry among empty ones."""
        if isinstance(value, dict):
            return {seat: entry for seat, entry in value.items() if seat == viewer}
        return [entry if seat == viewer else type(entry)() for seat, entry in enumerate(value)]


class Things(Field[T]):
    """Holds things of a kind, `of`: what is hidden of that kind, in whichever field, may lie in each other's place."""

    def __init__(self, by: str = "", says: str = "", *, of: str = "") -> None:
        super().__init__(by, says)
        self.of = of


class Counted(Things[list[list[int]]]):
    """Each seat sees its own entry, of a list by seat; of the others' all see how many things they hold."""

    who = "its seat; how many, all"
    goes_by = ()

    def seen(self, position: Position, viewer: int, value: list[list[int]]) -> list[list[int]]:
        """Return the viewer's own entry; UNKNOWN for each thing in the others'."""
        return [entry if seat == viewer else [UNKNOWN] * len(entry) for seat, entry in enumerate(value)]


class Pile(Things[list[int]]):
    """Nobody sees what is in it; all see how much there is."""

    who = "nobody; how many, all"
    goes_by = ()

    def seen(self, position: Position, viewer: int, value: list[int]) -> list[int]:
        """Return UNKNOWN for each thing in the pile."""
        return [UNKNOWN] * len(value)


class Known(Field[list[T]]):
    """What a viewer sees hangs on the secrets that they know; the first of them is number `first`."""

    who = "who knows the secret"
    goes_by = ("known",)

    def __init__(self, by: str = "", says: str = "", first: int = 0) -> None:
        super().__init__(by, says)
        self.first = first


class Secret(Known[int]):
    """Entry `i` is secret `first + i` of `position.known`: who knows the secret sees it."""

    def seen(self, position: Position, viewer: int, value: list[int]) -> list[int]:
        """Return the entries that the viewer knows, UNKNOWN for the others."""
        knows, first = position.knows, self.first
        return [entry if knows(viewer, first + i) else UNKNOWN for i, entry in enumerate(value)]


class Secrets(Known[list[int]]):
    """Things in lists by seat; each thing `n` is secret `first + n`. All see how many there are in each."""

    who = "who knows the secret; how many, all"

    def seen(self, position: Position, viewer: int, value: list[list[int]]) -> list[list[int]]:
        """Return the things that the viewer knows in order, UNKNOWN for the others before them."""
        knows, first = position.knows, self.first
        return [sorted(n if knows(viewer, first + n) else UNKNOWN for n in things) for things in value]


class Knowers(Field[list[int]]):
    """Which seats know each secret; who does not know it does not know who does. When it grows, somebody has learned
    something.

    Where all seats know it, every viewer does, if `seats(position)` says how many there are.
    """

    who = "who knows the secret"
    goes_by = ()

    def __init__(self, by: str = "", says: str = "", seats: Callable[..., int] | None = None) -> None:
        super().__init__(by, says)
        self.seats = seats

    def seen(self, position: Position, viewer: int, value: list[int]) -> list[int]:
        """Return the masks of what the viewer knows, 0 for the others."""
        every = (1 << self.seats(position)) - 1 if self.seats else -1
        mine = 1 << viewer if viewer >= 0 else 0
        return [mask if mask & mine or mask == every else 0 for mask in value]

    def shows_more(self, before: list[int], after: list[int]) -> bool:
        """Tell whether a seat knows a secret that it did not know."""
        old = [*before, *[0] * (len(after) - len(before))]
        return any(mask & ~was for was, mask in zip(old, after, strict=False))


class Seen(Field[T]):
    """What a viewer sees of it is the game's to say: `how(position, viewer, value)`, which looks at other fields of the
    position (`goes_by`, if it is said) too.
    """

    def __init__(
        self,
        by: str,
        how: Callable[..., T],
        who: str,
        says: str = "",
        *,
        goes_by: tuple[str, ...] | None = None,
    ) -> None:
        super().__init__(by, says)
        self.how = how
        self.who = who
        self.goes_by = goes_by

    def seen(self, position: Position, viewer: int, value: T) -> T:
        """Return what the game lets the viewer see."""
        return self.how(position, viewer, value)


class Shown(Field[T]):
    """What a viewer sees of it is the game's to say, from a look at the whole table that is taken once for all such
    fields (`Game.look`): `how(look, value)`; of one part of the look alone where `how` is a `Part`.
    """

    def __init__(
        self,
        by: str,
        how: Callable[..., T],
        who: str,
        says: str = "",
        *,
        tells: Callable[[T], Iterable[Hashable]] | None = None,
    ) -> None:
        super().__init__(by, says, tells=tells)
        self.how = how
        self.who = who


class Hidden(Field[object]):
    """Nobody sees any of it, as if it had not been declared."""

    who = "nobody"

    def seen(self, position: Position, viewer: int, value: object) -> object:
        """Return an empty value of the same kind."""
        return None if value is None else type(value)()


_HIDDEN = Hidden()


@lru_cache(maxsize=64)
def fields_of(kind: type[Position]) -> dict[str, Field]:
    """Return what is declared of each field of a kind of position."""
    return {field.name: declared(field.type) for field in msgspec.structs.fields(kind)}


def declared(annotation: object) -> Field:
    """Return what an annotation declares; a field that nobody has declared is hidden."""
    return next((extra for extra in getattr(annotation, "__metadata__", ()) if isinstance(extra, Field)), _HIDDEN)


@lru_cache(maxsize=64)
def _telling(kind: type[Position]) -> tuple[tuple[str, Field], ...]:
    fields = fields_of(kind).items()
    return tuple((name, field) for name, field in fields if field.tells or isinstance(field, Knowers))


class Memory(Generic[P]):
    """What one viewer of a table was shown last, and of what (`was`): from that the next view follows by what has
    changed since. It holds what the viewer does not know: only what makes views looks into it.
    """

    def __init__(self) -> None:
        self.seen: P | None = None
        self.was: P | None = None
        self.look: object = None


def seen_by(position: P, viewer: int, look: object = None, memory: Memory[P] | None = None) -> P:
    """Return a position as a viewer sees it: a copy, with what they do not know left empty or UNKNOWN.

    The referee sees all of it. `look` is what the `Shown` fields go by. What the viewer was shown last lends what has
    not changed, so that it need not be worked out again: neither may be changed then.
    """
    if viewer == REFEREE:
        return position.copy()
    if memory is None or memory.seen is None or memory.was is None:
        seen: P = _masker(type(position))(position, viewer, look)
        seen.rebuild()
        if memory is not None:
            memory.was = position.copy()
    else:
        seen = _renewer(type(position))(position, viewer, look, memory.seen, memory.was, memory.look)
    if memory is not None:
        memory.seen, memory.look = seen, look
    return seen


def learned(before: P, after: P) -> bool:
    """Tell whether anybody knows something hidden after a choice that was hidden from them before it."""
    return any(field.shows_more(getattr(before, name), getattr(after, name)) for name, field in _telling(type(after)))


def table_of(kind: type[Position]) -> str:
    """Return the fields of a kind of position as a table in Markdown."""
    rows = [
        f"| `{name}` | {field.by} | {field.says} | {field.who} |"
        for name, field in fields_of(kind).items()
        if field is not _HIDDEN
    ]
    return "\n".join(["| field | by | what it says | who knows it |", "|---|---|---|---|", *rows])


def copier(kind: type[P]) -> Callable[[P], P]:
    """Return a function that copies a position: everything in it that can be changed, down to what cannot.

    It is written from the types of the fields and compiled, so that it is as fast as one written by hand. What a class
    names in `kept` is worked out from fields that never change, and goes along.
    """
    lines = [f"new.{name} = {text}" for name, text in _copies(kind).items() if text]
    return _compiled("copy(self)", kind, "self", lines, {})


@lru_cache(maxsize=64)
def _masker(kind: type[P]) -> Callable[[P, int, object], P]:
    """Return a function that copies a position as a viewer sees it, written and compiled likewise."""
    lines: list[str] = []
    for name, text in _copies(kind).items():
        field, copied = fields_of(kind)[name], text or f"self.{name}"
        if isinstance(field, Follows):
            lines.append(f"new.{name} = type(self.{name})()")
        elif not isinstance(field, Open):
            lines.append(f"new.{name} = {_shown(name, field, copied)}")
        elif text:
            lines.append(f"new.{name} = {text}")
    return _compiled("mask(self, viewer, look)", kind, "self", lines, _shows(kind))


@lru_cache(maxsize=64)
def _renewer(kind: type[P]) -> Callable[[P, int, object, P, P, object], P]:
    """Return a function that copies a position as a viewer sees it who has seen one before: `last`, of one as it `was`
    then. That one is brought up to date, and what is seen of a field is worked out where it, or what it goes by, has
    changed.
    """
    changes: list[str] = []
    lines: list[str] = []
    follows: dict[str, Field] = {}
    for name, text in _copies(kind).items():
        field, copied = fields_of(kind)[name], text or f"self.{name}"
        if isinstance(field, Follows):
            follows[name] = field
            continue
        part = field.how.name if isinstance(field, Shown) and isinstance(field.how, Part) else ""
        if part:
            differs = f"{name}_ or look.{part} is not before.{part} and look.{part} != before.{part}"
        elif isinstance(field, Open):
            differs = f"{name}_"
        elif field.goes_by is None:
            lines.append(f"new.{name} = {_shown(name, field, copied)}")
            continue
        else:
            differs = " or ".join(f"{one}_" for one in (name, *field.goes_by))
        changes += [f"{name}_ = was.{name} != self.{name}", f"if {name}_: was.{name} = {copied}"]
        shown = f"was.{name}" if isinstance(field, Open) else _shown(name, field, f"was.{name}")
        lines.append(f"if {differs}: new.{name} = {shown}")
    again = {f"new.{one} is not last.{one}" for field in follows.values() for one in field.goes_by or ()}
    if any(field.goes_by is None for field in follows.values()) or not follows:
        again = {"True"}
    emptied = "; ".join([*(f"new.{name} = type(self.{name})()" for name in follows), "new.rebuild()"])
    lines.append(f"if {' or '.join(sorted(again))}: {emptied}")
    return _compiled("renew(self, viewer, look, last, was, before)", kind, "last", changes + lines, _shows(kind))


def _shown(name: str, field: Field, value: str) -> str:
    """Return an expression for what is seen of a field of which a copy is `value`."""
    return f"show_{name}({'look' if isinstance(field, Shown) else 'self, viewer'}, {value})"


def _shows(kind: type[Position]) -> dict[str, Callable[..., object]]:
    """Return the functions that such expressions name."""
    return {
        f"show_{name}": field.how if isinstance(field, Shown | Seen) else field.seen
        for name, field in fields_of(kind).items()
    }


def _copies(kind: type[Position]) -> dict[str, str]:
    """Return by field an expression that copies it from `self`, "" where it can be shared."""
    fields = msgspec.structs.fields(kind)
    return {
        field.name: _copy_of(f"self.{field.name}", field.type, 0, f"{kind.__name__}.{field.name}") for field in fields
    }


def _compiled(
    head: str, kind: type[P], like: str, lines: Iterable[str], scope: Mapping[str, Callable[..., object]]
) -> Callable[..., P]:
    """Return a function that copies one of the positions that it is given, but for what some `lines` say."""
    kept = [f"new.{name} = self.{name}" for name in getattr(kind, "kept", ())]
    body = [f"new = {like}.__copy__()", *kept, *lines, "return new"]
    made: dict[str, Callable[..., P]] = {}
    exec("\n    ".join([f"def {head}:", *body]), dict(scope), made)
    return made[head.partition("(")[0]]


def _copy_of(value: str, kind: object, depth: int, where: str) -> str:
    """Return an expression that copies a value of a type, "" if it can be shared because nothing in it changes."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _copy_of(value, arguments[0], depth, where)
    if origin in (Union, types.UnionType):
        copies = {_copy_of(value, one, depth, where) for one in arguments if one is not type(None)}
        if len(copies) > 1:
            raise BrokenRules(f"{where} may be of several kinds that are copied in different ways.")
        text = copies.pop()
        return f"None if {value} is None else {text}" if text and type(None) in arguments else text
    inner = f"v{depth}"
    if origin is list:
        text = _copy_of(inner, arguments[0], depth + 1, where)
        return f"[{text} for {inner} in {value}]" if text else f"{value}[:]"
    if origin is dict:
        text = _copy_of(inner, arguments[1], depth + 1, where)
        return f"{{k{depth}: {text} for k{depth}, {inner} in {value}.items()}}" if text else f"{value}.copy()"
    if origin is set:
        return f"{value}.copy()"
    if origin is tuple:
        ends = arguments[-1] is ...
        parts = [_copy_of(f"{value}[{i}]", one, depth, where) for i, one in enumerate(arguments) if one is not ...]
        if ends and any(parts):
            raise BrokenRules(f"{where} is a tuple of things that change; make it a list.")
        every = (part or f"{value}[{i}]" for i, part in enumerate(parts))
        return f"({', '.join(every)},)" if any(parts) else ""
    if kind in (list, dict, set):
        raise BrokenRules(f"{where} must say what it holds.")
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not kind.__struct_config__.frozen:
        return f"{value}.copy()"
    return ""
