"""Reading files of rule cases: every entry that is wrong, impossible or would test nothing is told with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import msgspec

from tanelorn.core.cases.case import Case, Expect, Kind, Part, Play, Written, seat_of, texts_of, viewer_of
from tanelorn.core.content.data import read_toml
from tanelorn.core.content.given import Given, shown
from tanelorn.core.content.named import BadEntry
from tanelorn.core.errors import BadData, TanelornError, UnknownName, nearest
from tanelorn.core.game import Game, games

_LONGEST = 400  # letters of what is told of an entry


def load_cases(path: Path) -> list[Case]:
    """Read a file of cases; raise BadData naming the file, the case, the entry and what is allowed."""
    name = shown(path.name)
    raw = read_toml(path, dict[str, object])
    if raw.keys() != {"game", "case"} or not isinstance(raw["case"], list) or not isinstance(raw["game"], str):
        raise BadData(f"{name} is not a file of cases.", remedy='Write game = "…", then [[case]] for each case.')
    try:
        game = games[raw["game"]]
    except UnknownName as error:
        raise BadData(f"{name}: {error.why}", remedy=error.remedy) from None
    cases: list[Case] = []
    names: set[str] = set()
    for number, entry in enumerate(raw["case"], 1):
        called = entry.get("name") if isinstance(entry, dict) else None
        where = f"{name}, case “{shown(called)}”" if isinstance(called, str) else f"{name}, case {number}"
        try:
            case = _read_case(entry, game, path)
            check_case(case, game)
        except BadEntry as error:
            raise BadData(f"{where}, {error.entry}: {shown(error.why, _LONGEST)}", remedy=error.remedy) from None
        except TanelornError as error:
            raise BadData(f"{where}: {shown(error.why, _LONGEST)}", remedy=error.remedy) from None
        if case.name in names:
            raise BadData(f"{where}: another case of the file has this name.", remedy="Give each its own name.")
        names.add(case.name)
        cases.append(case)
    return cases


_EXPECT_WORDS = tuple(word for word in Expect.__struct_fields__ if word != "facts")


def _read_case(entry: object, game: Game, path: Path) -> Case:
    try:
        if isinstance(entry, dict):
            plays = entry.get("play", [])
            for part in (entry, *(plays if isinstance(plays, list) else ())):
                if isinstance(part, dict) and isinstance(part.get("expect"), dict):
                    part["expect"] = _sorted_out(part["expect"])
        written = msgspec.convert(entry, Written)
    except msgspec.ValidationError as error:
        raise _explained(str(error)) from None
    fields = {field: getattr(written, field) for field in Written.__struct_fields__}
    return Case(game=game.slug, file=path, **fields)


def _sorted_out(expect: Given) -> dict[str, object]:
    """Separate the words of an expectation from its facts, which have names of the game's own."""
    facts = {name: value for name, value in expect.items() if name not in _EXPECT_WORDS}
    for name, value in facts.items():
        part = isinstance(value, dict) and value.keys() <= {"has", "lacks"}
        if isinstance(value, bool) or not (part or isinstance(value, str | int)):
            raise BadData(
                f"The fact “{name}” cannot be {shown(repr(value))}.",
                remedy=f"Write a text, a whole number or {{ has = …, lacks = … }}; "
                f"besides facts there are {', '.join(_EXPECT_WORDS)}.",
            )
    return {"facts": facts} | {word: expect[word] for word in _EXPECT_WORDS if word in expect}


def _explained(error: str) -> BadData:
    """Put a message of the decoder in our words: which entry, and what is allowed there."""
    why, _, path = error.partition(" - at `$")
    place = re.sub(r"\.play\[(\d+)\]", lambda found: f" of play {int(found[1]) + 1}", path.rstrip("`"))
    at = place.replace("[...]", "").strip(".")
    kind = Expect if "expect" in path else Play if "play" in path else Written
    words = _EXPECT_WORDS if kind is Expect else kind.__struct_fields__
    for theirs, ours in (("Object missing required", "It lacks the"), ("Object contains unknown", "It has an unknown")):
        why = why.replace(theirs, ours)
    return BadData(f"{why}{f' ({at.strip()})' if at else ''}.", remedy=_known(words))


def _known(words: Iterable[str]) -> str:
    return f"Allowed are {', '.join(words)}."


def check_case(case: Case, game: Game) -> None:
    """Check all that can be checked without playing; raise BadData."""
    if not case.rules:
        raise BadData("It proves no clause.", remedy="Name at least one in rules.")
    _check_start(case, game)
    for rule in (*case.rules, *(play.because for play in case.play if play.because)):
        if rule not in game.rulebook:
            raise BadData(
                f"There is no clause “{shown(rule)}”.", remedy=nearest(rule, [clause.id for clause in game.rulebook])
            )
    _check_expect(case.expect, "expect", game, case)
    for number, play in enumerate(case.play, 1):
        _check_play(play, number, game, case)
        _check_expect(play.expect, f"expect of play {number}", game, case)
    if not case.play and case.expect is None:
        raise BadData("It tests nothing.", remedy="Write expect, or a [[case.play]].")


def _check_start(case: Case, game: Game) -> None:
    if case.position is None:
        game.scenario(case.scenario)
        game.read_options(case.options)
        return
    if case.scenario is not None or case.options:
        raise BadData("It has both a position and a scenario or options.", remedy="Write one of the two.")
    try:
        game.position_from(case.position)
    except BadData as error:
        entry = f"position.{error.entry}" if isinstance(error, BadEntry) and error.entry else "position"
        raise BadEntry(error.why, entry=entry, remedy=error.remedy) from None


def _check_play(play: Play, number: int, game: Game, case: Case) -> None:
    deeds = [play.choice, play.allowed, play.refused, play.undo]
    if sum(deed is not None for deed in deeds) != 1:
        raise BadData(f"Play {number} must do one thing.", remedy="Write one of choice, allowed, refused, undo.")
    if (play.kind is None) != (play.refused is None):
        raise BadData(f"Play {number}: kind and refused belong together.", remedy=_known(get_args(Kind)))
    if (play.because or play.says) and play.refused is None and play.undo is not False:
        raise BadData(
            f"Play {number}: because and says belong to what is refused.", remedy="Write refused, or undo = false."
        )
    if play.written is not None and play.choice is None and play.allowed is None:
        raise BadData(f"Play {number}: only a choice can be written back.", remedy="Write choice or allowed.")
    if play.others is not None and play.choice is None:
        raise BadData(f"Play {number}: others choose after a choice.", remedy="Write choice, then what others choose.")
    for word in ("allowed", "refused", "because", "says", "written", "others"):
        entry = getattr(play, word)
        if entry in ([], "") and (entry == [] or word not in ("allowed", "refused")):
            raise BadData(f"Play {number}: {word} is empty and tests nothing.", remedy="Write a text, or leave it out.")
    if play.seat is not None:
        seat_of(play.seat, game, case.scenario)


def _check_expect(expect: Expect | None, where: str, game: Game, case: Case) -> None:
    if expect is None:
        return
    empty = next(_empty(expect), None)
    if empty is not None:
        place = f"{where}, {empty}" if empty else where
        raise BadData(f"{place} is empty and tests nothing.", remedy="Write what must be true, or leave it out.")
    for word in (*(expect.asked or ()), *(expect.offered or ())):
        seat_of(word, game, case.scenario)
    logs = (log for log in (expect.log, expect.no_log) if isinstance(log, dict))
    for word in (*(expect.view or ()), *(expect.hidden or ()), *(word for log in logs for word in log)):
        viewer_of(word, game, case)


def _empty(expect: Expect) -> Iterator[str]:
    """Yield the entries of an expectation in which nothing stands, "" for the expectation itself."""
    if not expect.facts and all(getattr(expect, word) is None for word in _EXPECT_WORDS):
        yield ""
    for word in ("offered", "log", "no_log", "view", "hidden"):
        entry = getattr(expect, word)
        if entry is None:
            continue
        parts = entry if isinstance(entry, dict) else {"": entry}
        for name, part in parts.items():
            if part == {} or (word != "offered" and not (part and all(part))):
                yield f"{word}.{name}".strip(".")
        if not parts:
            yield word
    for facts in (expect.facts, *(expect.view or {}).values()):
        for name, wanted in facts.items():
            words = [*texts_of(wanted.has), *texts_of(wanted.lacks)] if isinstance(wanted, Part) else ["…"]
            if not (words and all(words)):
                yield shown(name)


__all__ = ["check_case", "load_cases"]
