"""Trials: a seat tries a line on a world drawn from all that it knows, with dice that are not the game's.

A trial is a table in memory alone: it has no row, no record, no place on the shelf, and does not survive a restart.
Nothing of the game's table goes into it but the view of the seat that tries, and nothing comes back from it.
"""

from __future__ import annotations

import logging
import random
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext

from tanelorn.bots import USUAL
from tanelorn.core.chance import Seeded
from tanelorn.core.errors import Illegal, NotAsked
from tanelorn.core.play.table import Table
from tanelorn.site.keeping import store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.club import club
from tanelorn.site.live.seats.beside import Beside
from tanelorn.site.live.seats.visitors import Visitor
from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.models import GameTable, new_code
from tanelorn.site.wire.errors import NoSuchTable

_log = logging.getLogger(__name__)
_MOST = 24
"""Trials that are open at a time; the oldest ends when another one begins."""


_FIRST = 1
"""The number of the state in which a trial is first laid."""
_STEP = 60
"""Seconds for which a trial's state is kept under its number too: by then all processes have found it."""


class _Laid(NamedTuple):
    """All that there is of a trial: the table, the seat that it is `of`, where it leads `back`, and whose it is.

    Its states are numbered, so that no process writes over what another one has played.
    """

    table: Table
    beside: Beside
    of: tuple[str, int]
    back: str
    visitor: Visitor
    number: int


def _key(code: str, number: int | None = None) -> str:
    return f"trial.{code}" if number is None else f"trial.{code}.{number}"


def _laid(code: str) -> _Laid | None:
    """Return a trial as another process of the site has left it; None while the cache does not answer."""
    laid, key = None, _key(code)
    try:
        while settings.SHARED and isinstance(found := cache.get(key), _Laid):
            laid, key = found, _key(code, found.number + 1)  # one that was written just now
    except Exception:
        _log.exception("the cache does not answer")
        return None
    return laid


def _lay(laid: _Laid, lingers: float) -> None:
    """Leave a trial for the other processes; raise Behind if one of them was there first, or has ended it."""
    key = _key(laid.beside.row.code)
    ended = laid.number > _FIRST and not cache.has_key(key)
    if ended or not cache.add(_key(laid.beside.row.code, laid.number), laid, _STEP):
        raise store.Behind
    cache.set(key, laid, lingers)


def _drawn(tried: LiveTable, seat: int, back: str, visitor: Visitor) -> _Laid:
    """Return a trial of a seat that begins on a world drawn from what that seat knows."""
    game = tried.table.game
    world = game.resample(tried.table.view(seat), random.Random(secrets.randbits(128)))
    sitters = [_sitter(one, number == seat) for number, one in enumerate(tried.sitters)]
    row = GameTable(
        code=new_code(),
        game=game.slug,
        scenario=tried.row.scenario,
        seats=msgspec.to_builtins(sitters),
        name=tried.row.name,
        secret=secrets.token_hex(32),
        moved=timezone.now(),
    )
    table = Table.at(game, world, chance=Seeded(secrets.token_hex(32)))
    beside = Beside(row, {}, {}, {}, sitters, host=visitor.person)
    return _Laid(table, beside, (tried.row.code, seat), back, visitor, _FIRST - 1)


class Trial(LiveTable):
    """A table at which one seat tries what would happen; bots sit in all others. Nothing of it is written down."""

    kept = False
    lingers = 86_400.0
    """A day: nothing brings a trial back, and its page may have been asleep."""

    def __init__(self, laid: _Laid) -> None:
        super().__init__(laid.table, laid.beside)
        self.of = laid.of
        self.back = laid.back
        self.visitor = laid.visitor
        self.number = laid.number

    async def look_up(self) -> None:
        """Take what another process of the site has played at it, if there are several."""
        if settings.SHARED:
            async with self.lock:
                await self._look_up()

    async def _look_up(self) -> None:
        laid = await on_disk(_laid)(self.row.code)
        self.changes += 1
        if laid is None:
            self.row.removed = timezone.now()
        else:
            self.table, self.number = laid.table, laid.number

    async def _go_back(self) -> None:
        """Forget what another process was too quick for."""
        await self._look_up()

    async def come_to(self, written: int) -> None:
        """Take what another process has played; of a trial nothing is written by which to tell."""
        await self.look_up()

    def seats_of(self, visitor: Visitor) -> tuple[int, ...]:
        """Return the seat that is tried, for whoever tries it."""
        return self.of[1:] if visitor == self.visitor else ()

    def may_watch(self, visitor: Visitor) -> bool:
        """Nobody looks on at somebody else's trial."""
        return visitor == self.visitor

    def check_stands(self) -> None:
        """Raise Illegal if the trial has ended, as when another one has begun."""
        if self.row.removed is not None:
            raise Illegal(gettext("This trial is over."), remedy=gettext("Go back to the game."))

    def may_read(self, viewer: int, given: str, own: Sequence[int]) -> int:
        """Raise Illegal: what was tried is not kept, and cannot be looked back through."""
        raise Illegal(
            gettext("A trial cannot be looked back through: nothing of it is kept."),
            remedy=gettext("Undo takes moves back."),
        )

    def left(self) -> None:
        """End it: there is nothing left of it."""
        _end([self])

    async def keep(self, beside: Callable[[], None] = lambda: None) -> None:
        """Write nothing; the site's other processes find it in their common cache. Raise Behind if one was first."""
        if settings.SHARED:
            now = Beside(self.row, {}, {}, {}, self.sitters, host=self.host)
            laid = _Laid(self.table, now, self.of, self.back, self.visitor, self.number + 1)
            await on_disk(_lay)(laid, self.lingers)
            self.number += 1

    async def _write_draft(self, seat: int, path: tuple[str, ...]) -> None:
        """Keep a draft in memory alone."""
        self._note_draft(seat, path)


def _sitter(sitter: store.Sitter, tries: bool) -> store.Sitter:
    """Return who sits there in a trial: whoever tries, the game's own bots, and bots for other people."""
    if tries:
        return store.Sitter("me", sitter.name)
    return (
        msgspec.structs.replace(sitter, free=False)
        if not sitter.human
        else store.Sitter("bot", gettext("bot for %(name)s") % {"name": sitter.name}, USUAL.spec)
    )


_open: dict[tuple[str, int], Trial] = {}
"""The trials that are open, by the table and the seat that they are of, the oldest first."""


async def try_out(tried: LiveTable, seat: int, visitor: Visitor, *, bound: bool) -> Trial:
    """Open a trial for a seat that is asked; another one of that seat ends. Raise Illegal or NotAsked.

    `bound` tells that the seat's page is bound to it, and so is the one to which it comes back.
    """
    if not tried.kept:
        raise Illegal(gettext("This is a trial already."), remedy=gettext("Undo takes moves back."))
    async with tried.lock:  # what is not on disk yet is not told
        tried.check_stands()
        if seat not in tried.table.asked():
            raise NotAsked(gettext("You are not asked now."), remedy=gettext("Try it out when it is your turn."))
        code = tried.row.code
        back = f"/tables/{code}?seat={seat}" if bound else f"/tables/{code}"
        trial = Trial(_drawn(tried, seat, back, visitor))
    await trial.keep()
    before = _open.get(trial.of)
    _end([before] if before else list(_open.values())[: max(len(_open) - _MOST + 1, 0)])
    _open[trial.of] = trial
    club.open(trial)
    return trial


def found(code: str) -> Trial | None:
    """Return the trial that has this code, None if there is none."""
    if settings.SHARED:
        laid = _laid(code)
        return Trial(laid) if laid is not None else None
    live = club.known(code)
    return live if isinstance(live, Trial) else None


async def _elsewhere(code: str) -> Trial | None:
    """Return a trial that another process of the site has begun, to be played on here."""
    laid = await on_disk(_laid)(code)
    return Trial(laid) if laid is not None else None


club.elsewhere = _elsewhere


def end(code: str, visitor: Visitor) -> str:
    """End a trial; return the address of the question to which its player comes back. Raise NoSuchTable."""
    trial = found(code)
    if trial is None or not trial.may_watch(visitor):
        raise NoSuchTable(
            gettext("There is no such trial; it may be over."), remedy=gettext("Choose your table from the shelf.")
        )
    _end([trial])
    return trial.back


def _end(trials: Sequence[Trial]) -> None:
    for trial in trials:
        trial.row.removed = timezone.now()  # its bots stop thinking
        _open.pop(trial.of, None)
        club.close(trial.row.code)
        if settings.SHARED:
            cache.delete(_key(trial.row.code))
