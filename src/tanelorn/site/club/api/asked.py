"""What programs send, as it is read from JSON. What it means is read by the rooms that pages send it to."""

from __future__ import annotations

from typing import Annotated, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

from tanelorn.site.wire.sent import MOST_LETTERS, MOST_PICKS

Seat = Annotated[int, Field(ge=0, lt=1000, description="A seat's number.")]
Viewer = Annotated[int, Field(ge=-2, lt=1000, description="A seat of yours; -1 looks on. Once a game is over, any.")]
Moment = Annotated[int, Field(ge=0, lt=2**31, description="The moment that was seen: state.moment.")]
Did = Annotated[int, Field(ge=0, lt=2**31, description="What the seat had done as it was seen: state.did.")]
Number = Annotated[int, Field(ge=0, lt=2**62)]
Seconds = Annotated[int, Field(ge=0, le=30, description="Seconds to wait at most.")]
Words = Annotated[str, Field(max_length=MOST_LETTERS)]


class _Body(Schema):
    """A body that holds what is named, and nothing else: a slip in a name is told, not overlooked."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Picking(_Body):
    """The picks so far, and perhaps the text of a choice to read."""

    moment: Moment
    path: list[Words] = Field(default=[], max_length=MOST_PICKS)
    text: Words = ""


class Choosing(_Body):
    """A choice in the game's notation, for the moment at which it was asked."""

    moment: Moment
    choice: Words


class LettingStand(_Body):
    """What is to stand: the picks that answer the present question, or a text about a kind of question."""

    moment: Moment | None = None
    path: list[Words] | None = Field(default=None, max_length=MOST_PICKS)
    kind: str | None = None
    text: Words | None = None
    only: Literal["turn", "game"] = "game"


class Back(_Body):
    """Take back, or play again, what was done last."""

    moment: Moment
    did: Did


class Arranging(_Body):
    """Propose a pause, to go on (`resume`) or more time, in seconds; or answer the proposal of a number."""

    act: Literal["propose", "agree", "decline", "withdraw"]
    what: Literal["pause", "resume", "time"] = "pause"
    seconds: Annotated[int, Field(ge=0, lt=2**31)] = 0
    number: Annotated[int, Field(ge=-1, lt=2**31)] = -1


class Sitter(_Body):
    """Who is to have a seat: me, a friend at my screen, a bot of a level, or whoever joins (open)."""

    who: Literal["me", "friend", "bot", "open"]
    level: str = ""
    name: str = ""


class Wish(_Body):
    """A table to be set up. What is left out is as usual: you at the first seat, bots at all others, private."""

    game: str
    scenario: str | None = None
    options: dict[str, bool | int | str] = {}
    seats: list[Sitter] | None = Field(default=None, max_length=100)
    name: str = ""
    visibility: Literal["public", "unlisted", "private"] = "private"
    press: Literal["none", "public", "private"] | None = None
    watching: Literal["now", "1", "2", "3", "end"] | None = None
    pace: dict[str, object] | None = None


class Joining(_Body):
    """Which seat to take, by which invitation, with which words for the dice."""

    seat: Seat
    invite: str = ""
    words: str = ""


class Taking(_Body):
    """Which seat of a game in play to take, by which invitation."""

    seat: Seat
    invite: str = ""


class Sending(_Body):
    """Which seat is to be free again."""

    seat: Seat
