"""Writes the pages that say where each clause of a rulebook is kept: `python docs/make_where.py`.

Read off the code and data of a game: a function, class or constant that names a clause keeps it; a module's docstring
names what the module is about. A clause that nobody names says where the others of its section are.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import tanelorn.games
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.game import Game, games

SOURCE = Path(tanelorn.games.__file__).parent
PAGES = Path(__file__).parent / "games"
ASIDE = {"chart", "judgement", "law.py", "player_aid.py"}
"""Folders and modules in which rules are used, by what draws, plays, tests or prints them, and not kept."""

MOST = 4
"""So many places are told of a clause: those that speak of the fewest others, of each file one before a second."""

BESIDE = {"pack", "pack_checks.py", "shown", "views", "data", "batch.py"}
"""What checks maps, shows positions, is data or plays many games in arrays comes after the rules."""

DOCUMENTED = (ast.FunctionDef, ast.ClassDef)
NEXT = re.compile(r"(?:, and |, | and | or | to )(?P<id>[\w.\-/]*\w)")
RANGE = " to "


class Place(NamedTuple):
    """Where something of a clause is kept: a file, and what is named in it, or nothing for all of it."""

    file: str
    name: str


class Mention(NamedTuple):
    """A place that names a clause: whether by its own id, whether in a docstring, and of how many clauses it speaks."""

    place: Place
    exact: bool
    said: bool
    among: int

    def __str__(self) -> str:
        return f"{self.place.file} `{self.place.name}`" if self.place.name else self.place.file

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, bool, bool, int]:
        """How little it tells of where the clause is kept; the least comes first."""
        beside, name = not BESIDE.isdisjoint(self.place.file.split("/")), self.place.name
        return beside and not self.said, not self.exact, not name, beside, not self.said, name.isupper(), self.among


class Part(NamedTuple):
    """A function, class or constant of a module by its name, or a module's docstring or data by none: its text and
    docstrings.
    """

    name: str
    text: str
    docstrings: str = ""


def parts(path: Path) -> Iterator[Part]:
    """Yield the parts of a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield Part("", text)
        return
    tree = ast.parse(text)
    lines = text.splitlines()
    yield Part("", ast.get_docstring(tree) or "")
    for node, after in pairwise([*tree.body, ast.Pass()]):
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            [name] = [target.id for target in ast.walk(node) if isinstance(target, ast.Name)][:1]
            says = after.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else None
            told = str(says.value) if says else ""
            yield Part(name, "\n".join([*lines[node.lineno - 1 : node.end_lineno], told]), told)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            kept = [ast.get_docstring(part) or "" for part in (node, *node.body) if isinstance(part, DOCUMENTED)]
            yield Part(node.name, "\n".join(lines[node.lineno - 1 : node.end_lineno]), "\n".join(kept))


def named(text: str, book: Rulebook, ids: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield the clauses of a book that a text names, each with whether by its own id or within a section or range.

    After `albion/15.4` may follow more of the same book: `, 15.8b`, ` to 15.6`, ` to e`. What is called by a word
    (`board.1`, `trait/archer`) or begins a bracket, as (15.8b) does in docstrings, needs no book before it.
    """
    text = " ".join(text.split())
    for found in re.finditer(
        rf"(?:(?<![\w/.\-])(?:{re.escape(book.game)}/|(?=[a-z\-]+[./]\w))|(?<= \()(?=\d+\.))([\w.\-/]*\w)", text
    ):
        said, at = found[1], found.end()
        last = list(_of(said, book, ids))
        yield from last
        while last and (follows := NEXT.match(text, at)):
            said, at = _in_full(follows["id"], said), follows.end()
            clauses = list(_of(said, book, ids))
            if clauses and follows[0].startswith(RANGE):
                yield from ((id, False) for id in ids[ids.index(last[-1][0]) + 1 : ids.index(clauses[0][0])])
            yield from clauses
            last = clauses


def _in_full(said: str, before: str) -> str:
    """Return an id that may be told by its last letter or number alone, after another of the same section."""
    if re.fullmatch(r"\.\d+", said):
        return before.rpartition(".")[0] + said
    return before[:-1] + said if re.fullmatch(r"[a-z]", said) and re.search(r"\d[a-z]$", before) else said


def _of(said: str, book: Rulebook, ids: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield the clause of this id, else those of the section that is called so; `15.0` stands for all of 15 too."""
    whole = f"{book.game}/{said}"
    if whole in book:
        yield whole, True
    section = whole.removesuffix(".0")
    if section != whole or whole not in book:
        after = r"(?!\d)" if section[-1].isdigit() else r"(?![a-z\d])"
        within = [id for id in ids if id.startswith(section) and re.match(after, id[len(section) :])]
        yield from ((id, False) for id in within if id != whole)


def folder(game: Game[Any, Any]) -> Path:
    """Return the folder in which a game lies; two games of one judge share theirs."""
    return SOURCE / type(game).__module__.removeprefix("tanelorn.games.").split(".")[0]


def mentions(game: Game[Any, Any]) -> dict[str, list[Mention]]:
    """Return where each clause of a game is named, the most telling place first."""
    book, room = game.rulebook, folder(game)
    ids = [clause.id for clause in book]
    found: dict[str, list[Mention]] = {id: [] for id in ids}
    for path in sorted(room.rglob("*")):
        file = path.relative_to(room).as_posix().removesuffix("__init__.py")
        if (
            path.suffix not in {".py", ".toml"}
            or path.name in {"rulebook.toml", "verbs.toml", "legend.toml", "how.toml", "notes.toml", "ideas.toml"}
            or path.parent.name == "lessons"
        ):
            continue
        if not ASIDE.isdisjoint(file.split("/")):
            continue
        for part in parts(path):
            told = dict(sorted(named(part.text, book, ids), key=lambda one: one[1]))
            said = dict(named(part.docstrings, book, ids))
            for id, exact in told.items():
                found[id].append(Mention(Place(file, part.name), exact, id in said, len(told)))
    return {id: sorted(places, key=lambda one: one.rank) for id, places in found.items()}


def page(game: Game[Any, Any]) -> str:
    """Return the page of one game."""
    told = mentions(game)
    lines = [
        f"# Where the rules of {game.title} are kept",
        "",
        "Each clause with the functions and constants that name it, by folder and file in"
        f" `src/tanelorn/games/{folder(game).name}`; a file alone is about it as a whole."
        " Made by `python docs/make_where.py`.",
    ]
    for section, clauses in groupby(game.rulebook, key=lambda clause: _section(clause.id)):
        together = list(clauses)
        near = Counter(mention.place.file for clause in together for mention in told[clause.id][:MOST])
        lines += ["", f"## {section}", "", "| Clause | Rule | Where |", "|---|---|---|"]
        lines += [
            f"| {clause.id.partition('/')[2]} | {clause.title.replace('|', '/')} | {_where(told[clause.id], near)} |"
            for clause in together
        ]
    return "\n".join(lines) + "\n"


def _section(id: str) -> str:
    return re.split(r"[./]", id.partition("/")[2])[0]


def _where(places: list[Mention], near: Counter[str]) -> str:
    """Say the best few places: those that name the clause in the same way as the first."""
    if not places:
        return f"with its section: {', '.join(file for file, _ in near.most_common(2))}" if near else "nothing is asked"
    best = [one for one in places if one.rank[:3] == places[0].rank[:3]]
    first = list({one.place.file: one for one in reversed(best)}.values())[::-1]
    told = sorted(first, key=best.index)[:MOST]
    told += [one for one in best if one not in told][: MOST - len(told)]
    return "; ".join(str(one) for one in sorted(told, key=best.index))


def main() -> None:
    """Write the page of each game anew."""
    for game in games:
        path = PAGES / f"{game.slug}-where.md"
        fresh = page(game)
        if not path.exists() or path.read_text(encoding="utf-8") != fresh:
            path.write_text(fresh, encoding="utf-8")
            print(f"{path.name} is made anew.")


if __name__ == "__main__":
    main()
