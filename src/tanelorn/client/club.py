"""A club, its tables and their seats, as a program plays at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from tanelorn.client.wire import Wire
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.club.api.answers import Chosen, Games, Me, News, TableCard, Tables
from tanelorn.site.live.messages import About, BoardData, Decision, Offer, State

WAIT = 25
"""Seconds for which news are waited for at a time."""


class Club:
    """A club at an address such as https://games.example.org, by a token that was made there at /me/tokens."""

    def __init__(self, address: str, token: str) -> None:
        self.wire = Wire(address, token)

    def me(self) -> Me:
        """Return whose token it is, and what it is good for."""
        return msgspec.json.decode(self.wire.get("/me"), type=Me)

    def games(self) -> Games:
        """Return the games that are played there, and the levels of the club's own bots."""
        return msgspec.json.decode(self.wire.get("/games"), type=Games)

    def tables(self) -> tuple[TableCard, ...]:
        """Return the tables at which one plays, waits, or is asked to play, and those that one set up."""
        return msgspec.json.decode(self.wire.get("/tables"), type=Tables).tables

    def public(self, state: str = "waiting", game: str = "", before: int = 0) -> Tables:
        """Return a page of the public tables that are `waiting` for players, have a `free` seat in play, are `playing`
        or `over`.
        """
        found = self.wire.get("/tables/public", state=state, game=game, before=before)
        return msgspec.json.decode(found, type=Tables)

    def set_up(self, game: str, seats: Sequence[str] = (), **more: object) -> Table:
        """Set a table up: each seat is for `me`, a `friend`, `open`, or the level of a bot such as `easy`. If it is not
        said, you have the first seat and bots all others.

        `more` may be scenario, options, name, visibility, press, pace. Raises Refused.
        """
        wish: dict[str, object] = {"game": game, **more}
        if seats:
            people = ("me", "friend", "open")
            wish["seats"] = [{"who": one} if one in people else {"who": "bot", "level": one} for one in seats]
        return Table(self, _card(self.wire.post("/tables", wish)).table)

    def table(self, code: str) -> Table:
        """Return a table by its code, which stands at the end of its page's address."""
        return Table(self, code)

    def close(self) -> None:
        """Hang up."""
        self.wire.close()


class Table:
    """A table at a club."""

    def __init__(self, club: Club, code: str) -> None:
        self.club = club
        self.code = code
        self._path = f"/tables/{code}"

    def card(self, invite: str = "") -> TableCard:
        """Return who sits there, and whose turn it is."""
        return _card(self.club.wire.get(self._path, invite=invite))

    def join(self, seat: int, invite: str = "", words: str = "") -> TableCard:
        """Take a free seat, with words of one's own for the dice if one likes."""
        return _card(self._post("/join", {"seat": seat, "invite": invite, "words": words}))

    def take(self, seat: int, invite: str = "") -> TableCard:
        """Take a seat of a game in play that is `vacant`: a bot plays it because its player was late."""
        return _card(self._post("/take", {"seat": seat, "invite": invite}))

    def leave(self) -> None:
        """Give one's seats back before the game begins."""
        self._post("/leave", {})

    def send_away(self, seat: int) -> TableCard:
        """Free a seat that somebody else took, as the host."""
        return _card(self._post("/send-away", {"seat": seat}))

    def begin(self) -> TableCard:
        """Begin the game, as the host, once all seats are taken."""
        return _card(self._post("/begin", {}))

    def sit(self, viewer: int = SPECTATOR) -> Seat:
        """Look at the table from a seat of one's own, or look on."""
        return Seat(self, viewer)

    def board(self) -> BoardData:
        """Return the spaces of the board and how they are joined."""
        return msgspec.json.decode(self.club.wire.get(f"{self._path}/board"), type=BoardData)

    def record(self) -> bytes:
        """Return the record of a finished game, as lines of JSON that `tanelorn replay` and `tanelorn verify` read."""
        return self.club.wire.get(f"{self._path}/record")

    def _post(self, path: str, body: Mapping[str, object]) -> bytes:
        return self.club.wire.post(self._path + path, body)


class Seat:
    """A table as one of its seats sees it; `state` is what was seen last.

    `links` are those that the club has given with its choices: `tanelorn verify --link` holds the record to them.
    """

    def __init__(self, table: Table, viewer: int) -> None:
        self.table = table
        self.viewer = viewer
        self._wire, self._path = table.club.wire, f"/tables/{table.code}"
        self.links: list[str] = []
        self.state = self.look()

    def look(self) -> State:
        """Look at the table as it is now."""
        return self._take(msgspec.json.decode(self._wire.get(f"{self._path}/state", viewer=self.viewer), type=State))

    def wait(self, seconds: int = WAIT) -> bool:
        """Wait until there is something new to see; return whether there is."""
        seen = {"viewer": self.viewer, "stream": self.state.stream, "number": self.state.number}
        news = msgspec.json.decode(self._wire.get(f"{self._path}/news", **seen, wait=seconds), type=News)
        if news.state is not None:
            self._take(news.state)
        return news.state is not None

    def turns(self) -> Iterator[Decision]:
        """Yield what the seat is asked, each time that it is and has not chosen, until the game is over."""
        while not self.state.over:
            asked = [one for one in self.state.decisions if not one.sealed]
            if asked:
                yield asked[0]
            else:
                self.wait()

    def offer(self, path: Sequence[str] = (), text: str = "") -> Offer:
        """Return what may follow a path of picks, and what a text means; a `choice` in it can be chosen."""
        body = {"moment": self.state.moment, "path": list(path), "text": text}
        return msgspec.json.decode(self._post("offer", body), type=Offer)

    def choose(self, choice: str) -> bool:
        """Play a choice, or seal it; return whether it had been sent before; raise Refused, and nothing changes."""
        chosen = msgspec.json.decode(self._post("choose", {"moment": self.state.moment, "choice": choice}), type=Chosen)
        self._take(chosen.state)
        return chosen.again

    def stand(self, path: Sequence[str], *, only: Literal["turn", "game"] = "game") -> State:
        """Answer all questions of the present kind by these picks from now on, in this turn `only` or in the game."""
        return self._stand({"moment": self.state.moment, "path": list(path), "only": only})

    def write_ahead(self, kind: str, text: str, *, only: Literal["turn", "game"] = "game") -> State:
        """Write what questions of a kind are to be answered before they are asked; "" to be asked again."""
        return self._stand({"kind": kind, "text": text, "only": only})

    def undo(self) -> State:
        """Take back what was chosen last, where that can be done."""
        return self._back("undo")

    def redo(self) -> State:
        """Play again what was taken back."""
        return self._back("redo")

    def about(self, space: str) -> About:
        """Return what the seat knows of a space."""
        told = self._wire.get(f"{self._path}/about", viewer=self.viewer, space=space)
        return msgspec.json.decode(told, type=About)

    def _stand(self, asked: Mapping[str, object]) -> State:
        return self._take(msgspec.json.decode(self._post("stand", asked), type=State))

    def _back(self, word: str) -> State:
        body = {"moment": self.state.moment, "did": self.state.did}
        return self._take(msgspec.json.decode(self._post(word, body), type=State))

    def _take(self, state: State) -> State:
        self.state = state
        if state.link and state.link not in self.links[-1:]:
            self.links.append(state.link)
        return state

    def _post(self, word: str, body: Mapping[str, object]) -> bytes:
        return self._wire.post(f"{self._path}/seats/{self.viewer}/{word}", body, twice=True)


def _card(said: bytes) -> TableCard:
    return msgspec.json.decode(said, type=TableCard)
