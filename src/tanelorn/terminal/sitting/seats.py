"""Who sits where, and by which optional rules: what stands behind --seat and --option."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from tanelorn.bots import LEVELS, USUAL, spec_of
from tanelorn.bots.learned import make_local_bot
from tanelorn.core.content.given import read_text
from tanelorn.core.errors import BadData, Illegal, TanelornError, UnknownName, nearest
from tanelorn.core.game import Game


class Sitter(msgspec.Struct, frozen=True):
    """Who decides for a seat: a person at this keyboard, or the bot that `spec` makes."""

    word: str
    spec: str = ""

    @property
    def human(self) -> bool:
        """Whether a person decides."""
        return not self.spec

    def __str__(self) -> str:
        return {"me": "you", "friend": "a friend"}.get(self.word, self.word.replace(":", " ", 1))


def read_sitter(word: str, game: Game) -> Sitter:
    """Read `me`, `friend`, `bot:LEVEL` or a bot's spec; raise UnknownName or Illegal."""
    plain = word.strip()
    if plain in ("me", "friend"):
        return Sitter(plain)
    spec = plain.removeprefix("bot:") if plain != "bot" else USUAL.slug
    try:
        make_local_bot(spec_of(spec), game, 0)
    except UnknownName as error:
        if spec.partition(":")[2]:
            raise
        named = ", ".join(f"bot:{level.slug}" for level in LEVELS)
        raise UnknownName(
            f"Nobody called “{plain}” can play.",
            remedy=f"Say me, friend, {named}, or the text that makes a bot.",
        ) from error
    return Sitter(f"bot:{spec}", spec_of(spec))


def read_seats(given: Iterable[str], game: Game, names: Sequence[str]) -> dict[int, Sitter]:
    """Read `first=me second=bot:easy` against the names of the seats; raise UnknownName, Illegal."""
    sitters: dict[int, Sitter] = {}
    for part in given:
        word, sign, who = part.partition("=")
        if not sign:
            raise Illegal(f"“{part}” does not say who sits where.", remedy="Write it as in: --seat second=bot:easy.")
        seat = seat_number(word, game, names)
        if seat in sitters:
            raise Illegal(f"{names[seat]} is given away twice.", remedy="Leave one --seat out.")
        sitters[seat] = read_sitter(who, game)
    return sitters


def seat_number(word: str, game: Game, names: Sequence[str]) -> int:
    """Return the seat that the beginning of its name or its number from 1 means; raise UnknownName."""
    wanted = word.strip().casefold()
    starts = [seat for seat, name in enumerate(names) if wanted and name.casefold().startswith(wanted)]
    if len(starts) == 1:
        return starts[0]
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise UnknownName(
        f"{game.title} has no seat “{word}”.", remedy=nearest(word, [name.partition(" ")[0].lower() for name in names])
    )


def everybody(given: dict[int, Sitter], game: Game, names: Sequence[str]) -> list[Sitter]:
    """Return who sits where: as given; the first free seat is yours if none is, and bots take the rest."""
    sitters = dict(given)
    free = [seat for seat in range(len(names)) if seat not in sitters]
    if free and not any(sitter.word == "me" for sitter in sitters.values()):
        sitters[free[0]] = Sitter("me")
    return [sitters.get(seat) or read_sitter(f"bot:{USUAL.slug}", game) for seat in range(len(names))]


def sitters_of(players: Sequence[str], game: Game, names: Sequence[str]) -> list[Sitter]:
    """Return who sits where by a record's players; whoever is not known any more is you."""
    sitters = []
    for seat in range(len(names)):
        try:
            sitters.append(read_sitter(players[seat] if seat < len(players) else "me", game))
        except TanelornError:
            sitters.append(Sitter("me"))
    return sitters


def read_options(given: Iterable[str]) -> dict[str, object]:
    """Read `name=value` pairs; a name alone means yes, `name=@FILE` the text of a file."""
    options: dict[str, object] = {}
    for part in given:
        name, sign, value = part.partition("=")
        if name in options:
            raise Illegal(f"The option {name} is given twice.", remedy="Leave one --option out.")
        options[name] = (_text_of(value[1:]) if value.startswith("@") else value) if sign else True
    return options


def _text_of(file: str) -> str:
    try:
        return read_text(Path(file))
    except BadData as error:
        raise Illegal(error.why, remedy=error.remedy) from None
