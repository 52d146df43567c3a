"""Tables on disk: set up, found, and written before anything is acknowledged. `opening.py` plays them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Annotated, NamedTuple

import msgspec
from django.db import DatabaseError, Error, InterfaceError, transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext, gettext_lazy

from tanelorn.bots import LEVELS, USUAL, read_spec, spec_of
from tanelorn.bots.judgement import style_of
from tanelorn.core.chance import MOST_WORDS, Committed
from tanelorn.core.content.packs import with_pack
from tanelorn.core.errors import BadRecord, Illegal, TanelornError, UnknownName, Unreadable, nearest
from tanelorn.core.game import Game, games
from tanelorn.core.lessons.guide import Place
from tanelorn.core.lessons.lesson import find_lesson
from tanelorn.core.lessons.newcomer import begin
from tanelorn.core.play.record import Entry, Header, Record
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.keeping import snapshots, trouble
from tanelorn.site.keeping.frozen import Frost, Frozen
from tanelorn.site.keeping.promises import promises
from tanelorn.site.keeping.trouble import NotKept as NotKept
from tanelorn.site.models import GameTable, RecordLine, new_code
from tanelorn.site.wire.errors import Deleted, NoSuchTable
from tanelorn.site.wire.sent import one_line

_entries: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_header = msgspec.json.Decoder(Header)
MOST_NAME = 80
_MOST_REASON = 200
_MOST_THOUGHT = {"seconds": 30, "nodes": 10_000}
"""What a bot that plays with people may be given to think; they wait for it."""
_PLAYED = ("lesson", "subtitle", "waits", "bots_asked", "ended", "outcome", "closing", "moved")
"""What play changes of a row. What the shelf changes, its name and whether it is deleted, play must not write back."""
ROW, RECORD = gettext_lazy("its row in the database is damaged"), gettext_lazy("its record is damaged")
UNSOUND = (
    *(TanelornError, DatabaseError, InterfaceError, msgspec.MsgspecError, ValueError, TypeError, LookupError),
    *(AttributeError, ArithmeticError, AssertionError, RecursionError),
)
"""What reading a row may raise, or playing a record again, if a byte of it was turned over."""


class Behind(Exception):
    """Another process of the site has written at this table since it was last read here; nothing was written."""


class Damaged(TanelornError):
    """A table on disk cannot be read; the others are not affected. `called` is its name, if known."""

    called = ""


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat: me, a friend at this screen, a person with an account, or a bot with the text that makes it;
    where the seat is `free`, the bot plays only until somebody takes it.
    """

    who: str
    name: str
    bot: str = ""
    free: bool = False

    @property
    def human(self) -> bool:
        """Whether a person decides."""
        return self.who != "bot"


def called(sitter: Sitter) -> str:
    """Return who sits there as pages name them: by the name that was given, else by our words for who gave none."""
    if sitter.free:
        return gettext("free, a bot plays")
    level, comma, style = sitter.name.removeprefix("bot, ").partition(", ")
    if sitter.who == "bot" and level in {one.slug for one in LEVELS}:
        return gettext("bot, %(level)s") % {"level": gettext(level)} + comma + style
    unnamed = {"me": ("you", gettext("you")), "friend": ("a friend", gettext("a friend"))}
    name, said = unnamed.get(sitter.who, ("", ""))
    return said if sitter.name == name else sitter.name


class _Fields(msgspec.Struct):
    """What must be in a table's row."""

    code: Annotated[str, msgspec.Meta(pattern=r"\A[-\w]{1,12}\Z")]
    game: str
    scenario: str
    seats: list[Sitter]
    name: str
    secret: str
    header: bytes
    subtitle: str
    waits: list[int]
    lesson: Place | None
    outcome: str
    ended: bool
    frozen: Frost | None
    moved: datetime
    removed: datetime | None


def read_sitters(game: Game, scenario: str, given: object) -> list[Sitter]:
    """Read who sits where from what the page or the command line sent; raise Unreadable, Illegal or UnknownName."""
    names = game.scenario(scenario).seats
    if given is None:
        given = [{"who": "me"}] + [{"who": "bot", "level": USUAL.slug}] * (len(names) - 1)
    if not isinstance(given, list) or len(given) != len(names):
        raise Illegal(
            gettext("%(game)s needs %(count)s seats.") % {"game": game.title, "count": len(names)},
            remedy=gettext("Say for each of %(seats)s who plays.") % {"seats": ", ".join(names)},
        )
    return [_sitter(game, seat, name) for seat, name in zip(given, names, strict=True)]


def _sitter(game: Game, given: object, seat_name: str) -> Sitter:
    if not isinstance(given, Mapping) or given.get("who") not in ("me", "friend", "bot"):
        raise Illegal(
            gettext("The request does not say who plays %(seat)s.") % {"seat": seat_name},
            remedy=gettext("Choose me, a friend at this screen, or a bot."),
        )
    name = one_line(given.get("name"), gettext("The name of who plays %(seat)s") % {"seat": seat_name}, MOST_NAME)
    who = given["who"]
    if who != "bot":
        return Sitter(who, name or ("you" if who == "me" else "a friend"))
    level = one_line(given.get("level"), gettext("The bot for %(seat)s") % {"seat": seat_name}, MOST_NAME) or USUAL.slug
    for known in LEVELS:
        if known.slug == level:
            return Sitter("bot", name or f"bot, {known.slug}", known.spec)
    try:
        _, limits, style = read_spec(level)
    except UnknownName:
        raise UnknownName(
            gettext("There is no bot “%(level)s”.") % {"level": level},
            remedy=nearest(level, [known.slug for known in LEVELS]),
        ) from None
    for limit, most in _MOST_THOUGHT.items():
        if limits.get(limit, 0) > most:
            raise Illegal(
                gettext("The bot “%(level)s” thinks too long for the page.") % {"level": level},
                remedy=gettext("Give it up to %(most)s %(limit)s.") % {"most": most, "limit": limit},
            )
    if style:
        style_of(game, style)
    return Sitter("bot", name or f"bot, {level.replace(':style=', ', ')}", spec_of(level))


class Wish(NamedTuple):
    """A table that somebody wishes for, as their page has said it; `code` is the name that it is to have, "" for any.

    `dice` are those that were promised, with each seat's words: {"promise": "ABCD-…", "words": ["", "…"]}. Where people
    have accounts, `visibility` says who may look on (public, unlisted or private), `watching` how late, `pace` how long
    seats may think, and `press` who may write to whom.
    """

    game: str
    scenario: str | None = None
    options: Mapping[str, object] | None = None
    seats: object = None
    name: object = ""
    dice: object = None
    visibility: object = None
    pace: object = None
    press: object = None
    watching: object = None
    code: str = ""


def set_up(wish: Wish) -> GameTable:
    """Set up a table and keep it; raise UnknownName, Unreadable, Illegal or NotKept."""
    game = games[wish.game]
    slug = game.scenario(wish.scenario).slug
    sitters = read_sitters(game, slug, wish.seats)
    with promised(wish.dice, sitters) as source:
        return begin_table(wish, sitters, source)


def begin_table(wish: Wish, sitters: Sequence[Sitter], source: Committed) -> GameTable:
    """Set up a table for these people and bots, with these dice, and keep it; raise as `set_up`."""
    game, players = games[wish.game], [sitter.name for sitter in sitters]
    called = one_line(wish.name, gettext("The table's name"), MOST_NAME) or game.title
    options = with_pack(game, wish.options)
    table = Table.new(game, wish.scenario, options, chance=source, players=players, name=called)
    return keep_begun(table, sitters, source, code=wish.code)


@contextmanager
def promised(dice: object, sitters: Sequence[Sitter]) -> Iterator[Committed]:
    """Return the promised dice, or new ones if none were promised."""
    if dice is None:
        yield Committed()
        return
    words = dice.get("words") if isinstance(dice, dict) else None
    promise = dice.get("promise") if isinstance(dice, dict) else None
    if not isinstance(words, list) or len(words) != len(sitters) or not isinstance(promise, str):
        raise Unreadable(
            gettext("The words for the dice cannot be read."),
            remedy=gettext('Send {"promise": "ABCD-EFGH-IJKL-MNOP", "words": ["", ""]} with the words of each seat.'),
        )
    given = [one_line(said, gettext("The words for the dice"), MOST_WORDS) for said in words]
    if any(said and not sitter.human for said, sitter in zip(given, sitters, strict=True)):
        raise Illegal(
            gettext("A bot has no words for the dice."), remedy=gettext("Give words for the seats of people only.")
        )
    with promises.redeemed(promise, given) as source:
        yield source


def keep_begun(
    table: Table, sitters: Sequence[Sitter], source: Committed, place: Place | None = None, code: str = ""
) -> GameTable:
    """Keep a table that is not on disk yet, with all that was played at it and how far its lesson has come; raise
    NotKept.
    """
    assert table.header is not None
    row = GameTable(
        code=code or new_code(),
        game=table.header.game,
        scenario=table.header.scenario,
        options=table.header.options,
        seats=[msgspec.to_builtins(sitter) for sitter in sitters],
        name=table.header.name,
        secret=source.secret,
        header=msgspec.json.encode(table.header),
        lesson=msgspec.to_builtins(place),
    )
    keep(row, table, 0)
    return row


def begin_lesson(game_slug: str, lesson_slug: str, step: int) -> GameTable:
    """Set up a guided game at a step of it and keep it; raise UnknownName, Illegal or NotKept."""
    game = games[game_slug]
    lesson = find_lesson(game, lesson_slug)
    if not 0 <= step < len(lesson.step):
        raise Illegal(
            gettext("The lesson has no step %(step)s.") % {"step": step + 1},
            remedy=gettext("It has steps 1 to %(last)s.") % {"last": len(lesson.step)},
        )
    seats = game.scenario(lesson.scenario).seats
    given = [{"who": "me" if seat == lesson.learner else "bot"} for seat in range(len(seats))]
    sitters = read_sitters(game, lesson.scenario, given)
    players = [sitter.name for sitter in sitters]
    table, place = begin(lesson, step, players=players, name=gettext("Learn %(game)s") % {"game": game.title})
    assert isinstance(table.chance, Committed)
    return keep_begun(table, sitters, table.chance, place)


def find(code: str) -> GameTable:
    """Return a table's row by its code; raise NoSuchTable, or Deleted of one that can still be brought back."""
    row = row_of(code)
    check_stands(row)
    return row


def row_of(code: str) -> GameTable:
    """Return a table's row by its code, that of a deleted one as well; raise NoSuchTable or Damaged."""
    with told_if_damaged(ROW):
        row = GameTable.objects.filter(code=code).first()
        if row is not None:
            return _sound(row)
    raise no_such_table(code)


def no_such_table(code: str) -> NoSuchTable:
    """Return the error that says that no table has this code; whoever may not know of one is told the same."""
    return NoSuchTable(
        gettext("There is no table “%(code)s” here.") % {"code": code[:20]},
        remedy=gettext("Choose one from the shelf."),
    )


def check_stands(row: GameTable) -> None:
    """Raise Deleted if a table has been deleted."""
    if row.removed is not None:
        raise Deleted(
            gettext("This table has been deleted."),
            remedy=gettext("For a minute after that the shelf can bring it back."),
        )


def rows(most: int, among: QuerySet[GameTable]) -> list[GameTable | Damaged]:
    """Return so many of these tables at most, the last moved first; in place of one that cannot be read, why."""
    with told_if_damaged(ROW):
        standing = among.filter(removed=None)
        numbers = list(standing.values_list("pk", flat=True)[:most])
    return [_row(number) for number in numbers]


def _row(number: int) -> GameTable | Damaged:
    try:
        with told_if_damaged(ROW):
            return _sound(GameTable.objects.get(pk=number))
    except Damaged as damaged:
        with suppress(Damaged), told_if_damaged(ROW):
            name = GameTable.objects.values_list("name", flat=True).get(pk=number)
            damaged.called = one_line(name, gettext("The name"), MOST_NAME)
        return damaged


def _sound(row: GameTable) -> GameTable:
    """Return a row whose fields are what they must be; raise Damaged, or what tells that they are not."""
    fields = msgspec.convert({name: getattr(row, name) for name in _Fields.__struct_fields__}, _Fields)
    header = _header.decode(fields.header)
    try:
        scenario = games[fields.game].scenario(fields.scenario)
    except UnknownName as error:
        raise damaged(error.why) from None
    if (header.game, header.scenario) != (fields.game, fields.scenario):
        raise damaged(
            gettext("its record is of %(game)s, %(scenario)s") % {"game": header.game, "scenario": header.scenario}
        )
    if len(fields.seats) != len(scenario.seats) or any(not 0 <= seat < len(fields.seats) for seat in fields.waits):
        raise damaged(gettext("its seats are not those of the game"))
    if fields.lesson is not None and len(fields.lesson.began) not in (0, len(fields.seats)):
        raise damaged(gettext("how far its lesson has come cannot be told"))
    if header.commitment != Committed(fields.secret).commitment:
        raise damaged(gettext("the secret of its dice is not the one that was promised"))
    return row


@contextmanager
def told_if_damaged(what: object) -> Iterator[None]:
    """Raise Damaged for whatever reading from the disk may raise, without what errors repeat: it may be a secret; or
    Away if it cannot be read for now.
    """
    try:
        yield
    except (Damaged, Frozen, trouble.Away):
        raise
    except BadRecord as error:
        raise damaged(error.why.partition(":")[0]) from None
    except UNSOUND as error:
        raise (trouble.away(error) if trouble.passes(error) else damaged(str(what))) from None


def damaged(why: str) -> Damaged:
    """Return the error that says what is wrong with a table on disk."""
    return Damaged(
        gettext("This table cannot be read: %(why)s.") % {"why": why.rstrip(".")[:_MOST_REASON]},
        remedy=gettext(
            "The others are sound. A copy of tables.sqlite3, or the version it was played by, may have it whole."
        ),
    )


def written(tables: Iterable[int]) -> dict[int, int]:
    """Return how many entries each of these tables has, by the number of its row."""
    last = RecordLine.objects.filter(table__in=list(tables)).values_list("table").annotate(last=Max("number"))
    return {number: last + 1 for number, last in last.order_by()}


def entries_since(row: GameTable, written: int) -> list[Entry]:
    """Return the entries of a table's record after the first `written` ones; raise Damaged."""
    with told_if_damaged(RECORD):
        return _entries_of(row, written)


def _entries_of(row: GameTable, since: int = 0) -> list[Entry]:
    lines = list(row.lines.filter(number__gte=since).values_list("number", "entry"))
    if [number for number, _ in lines] != list(range(since, since + len(lines))):
        raise damaged(gettext("a line of its record is missing"))
    return [_entries.decode(bytes(entry)) for _, entry in lines]


def header_of(row: GameTable) -> Header:
    """Return what a table was set up with; raise Damaged."""
    with told_if_damaged(RECORD):
        return _header.decode(bytes(row.header))


def record_of(row: GameTable) -> Record:
    """Return the record of a table as far as it has come; raise Damaged."""
    with told_if_damaged(RECORD):
        return Record(_header.decode(bytes(row.header)), _entries_of(row))


def keep(row: GameTable, table: Table, written: int, beside: Callable[[], None] = lambda: None) -> int:
    """Write all entries after the first `written` ones, in one transaction with whatever is written `beside` them;
    return how many there are now.

    Raises NotKept when the disk refuses, Behind when another process has written in between, Deleted when the table is
    no longer there; then nothing is written.
    """
    outcome = table.outcome
    row.subtitle = table.subtitle(SPECTATOR)
    row.waits = list(table.asked())
    row.bots_asked = any(not sitter.human for seat, sitter in enumerate(sitters_of(row)) if seat in row.waits)
    row.ended = outcome is not None
    row.outcome = ending(table) if outcome else ""
    row.closing = closing_of(table)
    try:
        with transaction.atomic():
            if row.pk is not None:
                hold(row)
                _check_written(row, written)
            row.save(update_fields=None if row.pk is None else _PLAYED)
            RecordLine.objects.bulk_create(
                RecordLine(table=row, number=number, entry=msgspec.json.encode(entry))
                for number, entry in enumerate(table.entries[written:], written)
            )
            snapshots.write_if_due(row, table)
            beside()
    except (Error, OSError) as error:
        raise NotKept(
            gettext("The table could not be written to disk (%(why)s), so nothing was played.")
            % {"why": trouble.reason(error)},
            remedy=trouble.remedy(error),
        ) from None
    return len(table.entries)


def hold(row: GameTable) -> None:
    """Hold a table's row until the transaction ends, so that one process writes at a time; raise Deleted.

    What refers to the row can be written meanwhile: else two might wait for each other.
    """
    now = GameTable.objects.select_for_update(no_key=True).filter(pk=row.pk).values_list("removed", flat=True)
    if not (found := list(now)):
        raise no_such_table(row.code)
    row.removed = found[0]
    check_stands(row)


def _check_written(row: GameTable, written: int) -> None:
    """Raise Behind if another process has written at a table that is held."""
    last = row.lines.order_by("-number").values_list("number", flat=True).first()
    if written != (0 if last is None else last + 1):
        raise Behind


def ending(table: Table) -> str:
    """Say in a few words how a game ended."""
    outcome = table.outcome
    if outcome is None:
        return ""
    winners = " and ".join(table.seats[seat] for seat in outcome.winners)
    return f"{winners} won: {outcome.reason}" if winners else f"Drawn: {outcome.reason}"


def closing_of(table: Table) -> bytes | None:
    """Return how a game ended as the last line of its record tells it, None if it is on."""
    return msgspec.json.encode(table.outcome) if table.outcome is not None else None


def sitters_of(row: GameTable) -> Sequence[Sitter]:
    """Return who sits where."""
    return msgspec.convert(row.seats, list[Sitter])
