"""Writes the types of what the page is told: `python docs/make_protocol.py`.

They are made from the structs of the scene and of the socket's messages, and checked against the page's scripts by
the TypeScript compiler: a field or a kind that one side has and the other does not know is an error.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Literal, get_args, get_origin

from msgspec import NODEFAULT
from msgspec import inspect as types

from tanelorn.core import choices, scene
from tanelorn.core.content import data
from tanelorn.site.live import messages

PROTOCOL = Path(__file__).parents[1] / "src/tanelorn/site/static/tanelorn/protocol.d.ts"
HEAD = "// Made by docs/make_protocol.py from the structs of the server; nothing here runs. See docs/design/page.md.\n"


def words_of(*modules: ModuleType) -> dict[str, tuple[str, ...]]:
    """Return the closed sets of words of some modules, by their names."""
    return {
        name: get_args(value)
        for module in modules
        for name, value in vars(module).items()
        if get_origin(value) is Literal
    }


WORDS = words_of(data, scene, choices, messages)
NAMES = {frozenset(words): name for name, words in WORDS.items()}


def written(kind: types.Type) -> str:
    """Write a type as TypeScript does."""
    match kind:
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.CustomType(cls) if cls is object:
            return "unknown"
        case types.ListType(item):
            return f"{written(item)}[]"
        case types.LiteralType(values):
            return NAMES.get(frozenset(values)) or one_of(f'"{value}"' for value in values)
        case types.VarTupleType(item):
            return f"({written(item)})[]" if isinstance(item, types.UnionType) else f"{written(item)}[]"
        case types.TupleType(items):
            return f"[{', '.join(map(written, items))}]"
        case types.DictType(value_type=value):
            return f"Record<string, {written(value)}>"
        case types.StructType(cls):
            return cls.__name__
        case types.UnionType(of):
            return one_of(map(written, of))
    raise TypeError(f"The page has no type for {kind}.")


def one_of(names: Iterable[str]) -> str:
    """Write a choice of types."""
    return " | ".join(names)


def inside(kind: types.Type, within: frozenset[type] = frozenset()) -> Iterator[types.Type]:
    """Yield a type and all that it is made of, each as often as it is met; no struct again inside itself."""
    yield kind
    match kind:
        case types.StructType(cls, fields=fields):
            parts = [] if cls in within else [field.type for field in fields]
            within |= {cls}
        case types.UnionType(of) | types.TupleType(of):
            parts = list(of)
        case types.VarTupleType(item):
            parts = [item]
        case types.DictType(value_type=value):
            parts = [value]
        case _:
            parts = []
    for part in parts:
        yield from inside(part, within)


def words_as_type(name: str, values: tuple[str, ...]) -> str:
    """Write a closed set of words."""
    words = [f'  | "{value}"' for value in values]
    return f"export type {name} =\n" + "\n".join(words) + ";\n"


def struct_as_type(kind: types.StructType) -> str:
    """Write a struct, with what its docstring says."""
    said = inspect.cleandoc(kind.cls.__doc__ or "").splitlines()
    head = ["/**", *(f" * {line}".rstrip() for line in said), " */"] if len(said) > 1 else [f"/** {said[0]} */"]
    tag = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
    fields = [
        f"  {field.encode_name}{'?' if left_out(kind, field) else ''}: {written(field.type)};" for field in kind.fields
    ]
    return "\n".join([*head, f"export interface {kind.cls.__name__} {{", *tag, *fields, "}", ""])


def left_out(kind: types.StructType, field: types.Field) -> bool:
    """Tell whether a field may be left out of what is sent: it is unset, or the struct leaves out what is usual."""
    unset = field.default is NODEFAULT and field.default_factory is NODEFAULT
    return not field.required and (unset or kind.cls.__struct_config__.omit_defaults)


def protocol() -> str:
    """Return the whole file: closed sets of words, then structs, each by name."""
    roots = types.multi_type_info([messages.Told, messages.BoardData, messages.Frame, messages.Review, messages.Ask])
    met = [kind for root in roots for kind in inside(root)]
    structs = {kind.cls: kind for kind in met if isinstance(kind, types.StructType)}
    by_name = {cls.__name__: kind for cls, kind in structs.items()}
    if len(by_name) != len(structs):
        raise TypeError("Two structs that the page is told of have one name.")
    used = {NAMES.get(frozenset(kind.values), "") for kind in met if isinstance(kind, types.LiteralType)}
    parts = [words_as_type(name, WORDS[name]) for name in sorted(used - {""})]
    parts += [struct_as_type(by_name[name]) for name in sorted(by_name)]
    parts.append(f"export type Told = {one_of(cls.__name__ for cls in get_args(messages.Told))};\n")
    return "\n".join([HEAD, *parts])


def main() -> None:
    """Write the file anew."""
    PROTOCOL.write_text(protocol(), encoding="utf-8")


if __name__ == "__main__":
    main()
