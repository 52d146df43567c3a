"""Tables on disk: set up, loaded by playing their record again, written before anything is acknowledged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.db import DatabaseError, transaction

from tanelorn.bots import LEVELS, make_bot
from tanelorn.core.chance import Committed
from tanelorn.core.errors import Illegal, TanelornError, UnknownName, nearest
from tanelorn.core.game import Game, games
from tanelorn.core.packs import with_pack
from tanelorn.core.record import Ended, Entry, Header, Record
from tanelorn.core.replay import replay
from tanelorn.core.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.errors import NoSuchTable
from tanelorn.site.models import GameTable, RecordLine
from tanelorn.site.sent import one_line

_entries: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Entry)
_header = msgspec.json.Decoder(Header)
_MOST_NAME = 80


class NotKept(TanelornError):
    """The disk refused; the choice is not acknowledged and the table has not moved."""


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat: me, a friend at this screen, or a bot with the text that makes it."""

    who: str
    name: str
    bot: str = ""

    @property
    def human(self) -> bool:
        """Whether a person decides."""
        return self.who != "bot"


def read_sitters(game: Game[Any, Any], scenario: str, given: object) -> list[Sitter]:
    """Read who sits where from what the page or the command line sent; raise Unreadable, Illegal or UnknownName."""
    names = game.scenario(scenario).seats
    if given is None:
        given = [{"who": "me"}] + [{"who": "bot", "level": LEVELS[-1].slug}] * (len(names) - 1)
    if not isinstance(given, list) or len(given) != len(names):
        raise Illegal(
            f"{game.title} needs {len(names)} seats.", remedy=f"Say for each of {', '.join(names)} who plays."
        )
    return [_sitter(game, seat, name) for seat, name in zip(given, names, strict=True)]


def _sitter(game: Game[Any, Any], given: object, seat_name: str) -> Sitter:
    if not isinstance(given, Mapping) or given.get("who") not in ("me", "friend", "bot"):
        raise Illegal(f"It is not said who plays {seat_name}.", remedy="Choose me, a friend at this screen, or a bot.")
    name = one_line(given.get("name"), f"The name of who plays {seat_name}", _MOST_NAME)
    who = given["who"]
    if who != "bot":
        return Sitter(who, name or ("you" if who == "me" else "a friend"))
    level = str(given.get("level") or LEVELS[-1].slug)
    for known in LEVELS:
        if known.slug == level:
            return Sitter("bot", name or f"bot, {known.slug}", known.spec)
    try:
        make_bot(level, game, 0)
    except TanelornError:
        raise UnknownName(
            f"There is no bot “{level}”.", remedy=nearest(level, [known.slug for known in LEVELS])
        ) from None
    return Sitter("bot", name or f"bot, {level}", level)


def set_up(
    game_slug: str,
    scenario: str | None,
    options: Mapping[str, object] | None,
    seats: object,
    name: object = "",
) -> GameTable:
    """Set up a table and keep it; raise UnknownName, Unreadable, Illegal or NotKept."""
    game = games[game_slug]
    slug = game.scenario(scenario).slug
    sitters = read_sitters(game, slug, seats)
    called = one_line(name, "The table's name", _MOST_NAME) or game.title
    source = Committed()
    players = [sitter.name for sitter in sitters]
    table = Table.new(game, slug, with_pack(game, options), chance=source, players=players, name=called)
    assert table.header is not None
    row = GameTable(
        game=game.slug,
        scenario=slug,
        options=table.header.options,
        seats=[msgspec.to_builtins(sitter) for sitter in sitters],
        name=called,
        secret=source.secret,
        header=msgspec.json.encode(table.header),
    )
    keep(row, table, 0)
    return row


def find(code: str) -> GameTable:
    """Return a table's row by its code; raise NoSuchTable."""
    try:
        return GameTable.objects.get(code=code)
    except GameTable.DoesNotExist:
        raise NoSuchTable(f"There is no table “{code[:20]}” here.", remedy="Choose one from the shelf.") from None


def load(row: GameTable) -> Table:
    """Play a table's record again."""
    header = _header.decode(bytes(row.header))
    entries: list[Entry] = [_entries.decode(bytes(line.entry)) for line in row.lines.all()]
    return replay(Record(header, entries), chance=Committed(row.secret))


def keep(row: GameTable, table: Table, written: int) -> int:
    """Write all entries after the first `written` ones, in one transaction; return how many there are now.

    Raises NotKept when the disk refuses; then nothing is written.
    """
    outcome = table.outcome
    row.subtitle = table.scene(SPECTATOR).subtitle
    row.waits = list(table.asked())
    row.ended = outcome is not None
    row.outcome = ending(table) if outcome else ""
    try:
        with transaction.atomic():
            row.save()
            RecordLine.objects.bulk_create(
                RecordLine(table=row, number=number, entry=msgspec.json.encode(entry))
                for number, entry in enumerate(table.entries[written:], written)
            )
    except (DatabaseError, OSError) as error:
        raise NotKept(
            f"The table could not be written to disk ({error}), so nothing was played.",
            remedy="Free some space or choose another data folder, then try again.",
        ) from None
    return len(table.entries)


def ending(table: Table) -> str:
    """Say in a few words how a game ended."""
    outcome = table.outcome
    if outcome is None:
        return ""
    winners = " and ".join(table.seats[seat] for seat in outcome.winners)
    return f"{winners} won: {outcome.reason}" if winners else f"Drawn: {outcome.reason}"


def whole_record(row: GameTable) -> Record:
    """Return the record of a table that has ended, with the secret of its dice; raise Illegal before the end."""
    if not row.ended:
        raise Illegal(
            "The record can be taken when the game has ended: it holds what the seats may not know yet.",
            remedy="Finish the game, resign, or agree on a draw.",
        )
    header = _header.decode(bytes(row.header))
    entries: list[Entry] = [_entries.decode(bytes(line.entry)) for line in row.lines.all()]
    table = load(row)
    assert table.outcome is not None
    return Record(header, entries, Ended(table.outcome, row.secret))


def sitters_of(row: GameTable) -> Sequence[Sitter]:
    """Return who sits where."""
    return msgspec.convert(row.seats, list[Sitter])
