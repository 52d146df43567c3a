"""What programs are answered. `tanelorn.client` reads the same structs; nothing here knows Django.

Of a table itself they are told what its pages are told: `tanelorn.site.live.messages`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tanelorn.core.game import Option, Press, Scenario
from tanelorn.site.live.messages import State

Stage = Literal["waiting", "playing", "over", "frozen"]
"""How far a table is: people still gather; it is played at; its game has ended; it cannot go on by the present rules.
"""
Who = Literal["person", "friend", "bot", "free", "vacant", "kept", "left"]
"""Who has a seat: somebody with an account, a friend at their screen, a bot; nobody yet; nobody
any more, so that a bot plays until somebody takes it; it is kept for somebody who is
asked to play again; or whoever had it has left.
"""


class Me(msgspec.Struct, frozen=True):
    """Whose token this is, and what it is good for."""

    name: str
    guest: bool
    token: str
    scopes: tuple[str, ...]


class StyleCard(msgspec.Struct, frozen=True):
    """A style of a game's bots: a seat's bot plays in it if its level is given as `medium:style=raider`."""

    style: str
    title: str
    says: str


class GameCard(msgspec.Struct, frozen=True):
    """A game with its ways to begin, the rules that players may switch, and the styles in which its bots may play;
    `press` is what is usual in letters.
    """

    game: str
    title: str
    blurb: str
    length: str
    designers: str
    rules: int
    press: Press
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    styles: tuple[StyleCard, ...] = ()


class BotCard(msgspec.Struct, frozen=True):
    """A level of the site's own bots."""

    level: str
    says: str


class Games(msgspec.Struct, frozen=True):
    """The games that are played here, the lightest first, and who can be played against at once."""

    games: tuple[GameCard, ...]
    bots: tuple[BotCard, ...]


class SeatCard(msgspec.Struct, frozen=True):
    """A seat by its `title` in the game, and the player who has it, by the name that they have now."""

    seat: int
    title: str
    who: Who
    player: str


class TableCard(msgspec.Struct, frozen=True):
    """A table from outside. `yours` are the seats that the token's person plays; it `waits` for these seats,
    unless the game is `paused`.

    Who looks on does so now, as many turns late as `watching` says, or at the end. The `invitation` is told while
    people gather, to those who belong there.
    """

    table: str
    name: str
    game: str
    scenario: str
    options: dict[str, bool | int | str]
    stage: Stage
    subtitle: str
    outcome: str
    visibility: str
    press: str
    watching: str
    seats: tuple[SeatCard, ...]
    yours: tuple[int, ...]
    waits: tuple[int, ...]
    host: str
    invitation: str = ""
    paused: bool = False


class Tables(msgspec.Struct, frozen=True):
    """Tables, the last moved first; `before` asks for the next ones of a public list, 0 if there are none."""

    tables: tuple[TableCard, ...]
    before: int = 0


class Gone(msgspec.Struct, frozen=True):
    """The table is no longer set up, or not for whoever has left it."""

    table: str


class Chosen(msgspec.Struct, frozen=True):
    """A choice was played, or had been: `again` tells that the same had been sent before. The state is as it is now."""

    again: bool
    state: State


class News(msgspec.Struct, frozen=True):
    """What there is to see now. Where nothing has come in the time that was given, there is no state."""

    state: State | None


class Problem(msgspec.Struct, frozen=True):
    """Why something is not done: what was wrong, what would be right, and the clause if it is a rule."""

    why: str
    remedy: str
    clause: str
