"""What a page is told: the messages of its socket, its board, the frames of its scrubber.

The page's own types are made from these by `python docs/make_protocol.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tanelorn.bots.advice import Advised
from tanelorn.core import choices, scene
from tanelorn.core.choices import Line, PickKind
from tanelorn.core.content.board import Layer, Link, Point
from tanelorn.core.content.data import Source
from tanelorn.core.content.legend import Sign
from tanelorn.core.game import Press
from tanelorn.core.lessons.guide import Progress
from tanelorn.core.log import Event
from tanelorn.core.scene import Mark, Scene, SeatChip

Ask = Literal[
    "sit",
    "offer",
    "about",
    "read",
    "keep",
    "play",
    "aside",
    "undo",
    "redo",
    "time",
    "lesson",
    "note",
    "stand",
    "try",
    "advise",
    "arrange",
    "letters",
    "write",
    "shun",
    "report",
]
"""What a page may ask."""
Audience = Literal["seats", "table", "everybody", "watchers"]
"""For whom a letter is: certain seats, all of them, everybody at the table, or only those who look on."""


class Seat(SeatChip, frozen=True, kw_only=True):
    """A seat with who plays it; a `free` one is a bot's only until somebody takes it."""

    player: str
    bot: bool
    free: bool = False


class TableScene(Scene, frozen=True, kw_only=True):
    """A scene with the players of a table."""

    seats: tuple[Seat, ...]


class Decision(msgspec.Struct, frozen=True, rename="camel"):
    """What a seat is asked, for that seat's own eyes: a `secret` one is sealed; a `draft` was written before.

    The `note` says what questions of this `kind` are for: the page shows it once to each person. Where something is
    still `undone` when the question is ended, these are the words before its name. Of those for which an answer
    `stands` all can be answered as one. A bot may be asked what it would do where the seat is `advised`.
    """

    seat: int
    kind: str
    note: str
    undone: str
    title: str
    prompt: str
    about: str
    clause: str
    secret: bool
    stands: bool
    advised: bool
    sealed: bool
    sealed_text: str
    asides: tuple[str, ...]
    draft: tuple[str, ...]


class Undo(msgspec.Struct, frozen=True):
    """Whether the last choice can be taken back, and why not."""

    can: bool
    why: str


class Redo(msgspec.Struct, frozen=True):
    """Whether what was taken back can be played again."""

    can: bool


class Companion(msgspec.Struct, frozen=True):
    """What the companion of a guided game says at step `number` of `steps`: where to look, what it means once that is
    done, and `otherwise` to somebody who has done something else. `show` is a choice that can be shown as picks.

    After the last step `title` and `look` hold what is said at the end.
    """

    title: str
    number: int
    steps: int
    stage: Progress
    look: str
    at: tuple[str, ...]
    show: str
    means: str
    clause: str
    otherwise: str
    again: str


class Notes(msgspec.Struct, frozen=True):
    """What a seat has noted for itself: its book, and words on spaces by their ids."""

    book: str = ""
    marks: dict[str, str] = {}


class Clock(msgspec.Struct, frozen=True):
    """The clock of a seat: when it is `due`, in milliseconds since 1970, if it runs, else 0; and the seconds that were
    left for its next decision when it last stood, what it may take each time included. Its player is `away` from then
    till then, or will be: meanwhile it stands.
    """

    seat: int
    due: int
    left: int
    away: tuple[int, ...] = ()


Proposed = Literal["pause", "resume", "time"]
"""What can be proposed: that no clock runs; that they go on; so many seconds more for whoever is asked."""


class Proposal(msgspec.Struct, frozen=True):
    """What a `seat` has proposed; by its `number` the others say what they answer. These seats have `agreed`."""

    number: int
    what: Proposed
    seat: int
    seconds: int
    agreed: tuple[int, ...]


class Agreement(msgspec.Struct, frozen=True):
    """What the people at a table agree on about time: whether the game is `paused`, and what is `proposed`. It comes
    about when all seats have agreed that people `have`. `lengths` are the seconds that can be proposed in addition.
    """

    paused: bool
    proposed: Proposal | None
    have: tuple[int, ...]
    lengths: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True):
    """What a seat answers to all questions of a kind without being asked: as it is written, in one `turn` or in all."""

    kind: str
    title: str
    text: str
    turn: int | None = None


class Shown(msgspec.Struct, frozen=True):
    """What a viewer may see of a table at one moment, but for its chronicle.

    `did` counts what the viewer's seat has chosen and taken back: by it undo and redo are asked for. `time` tells
    whether time can be called; `pass` opens the frames of a seat's own game. A learner has a `companion` until they
    play on freely. The `notes` and what is `standing` are the viewer's own; who watches has none. There are `clocks`
    and an `agreement` where the table agreed on a pace. The `link` acknowledges what the viewer's seat did last: it
    stands for the record up to there, and a record that does not have it was rewritten. To whoever looks on late,
    `late` says what they see.
    """

    viewer: int
    moment: int
    scene: TableScene
    decisions: tuple[Decision, ...]
    undo: Undo
    redo: Redo
    did: int
    time: bool
    pass_: str = msgspec.field(name="pass")
    thinking: tuple[int, ...]
    waiting: tuple[int, ...]
    over: bool
    screen: tuple[int, ...]
    companion: Companion | None = None
    notes: Notes | None = None
    standing: tuple[Standing, ...] = ()
    clocks: tuple[Clock, ...] = ()
    link: str = ""
    agreement: Agreement | None = None
    late: str = ""


class State(Shown, frozen=True, kw_only=True, tag_field="type", tag="state"):
    """The whole picture of a table, as a viewer sees it: picture `number` of a `stream`.

    Of the events those from number `from` on are new to this page: in a whole picture all, from 0. Where it answers a
    question, `n` is that question's number.
    """

    stream: str
    number: int
    events: tuple[Event, ...]
    since: int = msgspec.field(name="from")
    n: int | UnsetType = UNSET


Change = list[object]
"""What makes one thing of another; `pictures.change` says how it is written."""


class Changed(msgspec.Struct, frozen=True, tag_field="type", tag="changed"):
    """What makes picture `number` of the picture `base` of the same stream, and the events from number `from` on.

    `change` is made by `pictures.change` and carried out by the page's `page/pictures.js`. Where it answers a question,
    `n` is that question's number.
    """

    viewer: int
    stream: str
    number: int
    base: int
    change: Change
    events: tuple[Event, ...]
    since: int = msgspec.field(name="from")
    n: int | UnsetType = UNSET


class Pick(choices.Pick, frozen=True, kw_only=True):
    """A click that may follow, taken apart: its kind, and which one."""

    kind: PickKind
    id: str


class Choice(msgspec.Struct, frozen=True):
    """A choice of a short list: its text, a sentence for people, and the clicks that make it."""

    text: str
    says: str
    clause: str
    picks: tuple[str, ...]


class Refusal(choices.Refusal, frozen=True, kw_only=True):
    """What looks possible but is not, with a sentence for people."""

    says: str


class Offer(msgspec.Struct, frozen=True, tag_field="type", tag="offer"):
    """What may follow a path of picks.

    Where people write their choices they are `written`; small acts are `quick`. `choices` are all that remain, where
    they are few. The last `unread` ones of `refused` are parts of a text that was read. Who asks to look `ahead` is
    told `then`: the offers that a page asks for next. `n` is the question's number.
    """

    seat: int
    path: tuple[str, ...]
    prompt: str
    written: bool
    quick: bool
    picks: tuple[Pick, ...]
    choices: tuple[Choice, ...] | None
    refused: tuple[Refusal, ...]
    unread: int
    draft: str
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    choice: str | None
    then: tuple[Offer, ...] | UnsetType = UNSET
    n: int | UnsetType = UNSET


class About(scene.About, frozen=True, kw_only=True, tag_field="type", tag="about"):
    """The card about a space as the page's viewer knows it; `n` is the question's number."""

    n: int | UnsetType = UNSET


class Kept(msgspec.Struct, frozen=True, tag_field="type", tag="kept"):
    """A draft as it is kept; `n` is the question's number."""

    seat: int
    moment: int | None
    path: tuple[str, ...]
    n: int | UnsetType = UNSET


class Noted(Notes, frozen=True, tag_field="type", tag="noted"):
    """A seat's notes as they are kept; `n` is the question's number."""

    n: int | UnsetType = UNSET


class Tried(msgspec.Struct, frozen=True, tag_field="type", tag="tried"):
    """Where the trial is that a seat has asked for; `n` is the question's number."""

    address: str
    n: int | UnsetType = UNSET


class Advice(msgspec.Struct, frozen=True, tag_field="type", tag="advice"):
    """What a bot would do for a seat that is asked: the best of all choices that it has `looked` at, on so many
    `boards` that fit what the seat knows. `n` is the question's number.
    """

    seat: int
    moment: int
    lines: tuple[Advised, ...]
    looked: int
    boards: int
    n: int | UnsetType = UNSET


class Review(msgspec.Struct, frozen=True):
    """What a bot thinks of a choice of a game that is over, which showed at moment `n` of the scrubber: of what was
    `made`, and the best of all choices that it has `looked` at, on so many `boards` that fit what the seat knew then.
    """

    seat: int
    n: int
    made: Advised
    lines: tuple[Advised, ...]
    looked: int
    boards: int


class Letter(msgspec.Struct, frozen=True):
    """A letter, from a `seat` or, if that is -1, from `who` looks on; `mine` if this page's person wrote it. It is for
    the seats in `to` if that is its `audience`. It was sent `at` so many milliseconds since 1970. A moderator may have
    `hidden` it: then nobody is told its text.
    """

    id: str
    seat: int
    who: str
    mine: bool
    audience: Audience
    to: tuple[int, ...]
    at: int
    text: str
    hidden: bool


class Letters(msgspec.Struct, frozen=True, tag_field="type", tag="letters"):
    """The letters that a viewer may read, from number `from` on: what had stood there no longer does. By its `mark` a
    page that comes back says what it has.

    It may write to these `audiences`, and to these `seats` if they are among them; if to nobody, `why` says why not.
    Where they answer a question, `n` is that question's number.
    """

    viewer: int
    since: int = msgspec.field(name="from")
    letters: tuple[Letter, ...]
    mark: str
    press: Press
    audiences: tuple[Audience, ...]
    seats: tuple[int, ...]
    why: str
    n: int | UnsetType = UNSET


class Posted(msgspec.Struct, frozen=True, tag_field="type", tag="posted"):
    """What was asked about letters is done; `n` is the question's number."""

    n: int | UnsetType = UNSET


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Why what a page has asked is not done; `n` is the question's number."""

    why: str
    remedy: str
    clause: str
    n: int | UnsetType = UNSET


class Trouble(msgspec.Struct, frozen=True, tag_field="type", tag="trouble"):
    """Why what somebody else did has not happened: it could not be written."""

    why: str
    remedy: str
    clause: str


Answer = State | Changed | Offer | About | Kept | Noted | Tried | Advice | Letters | Posted | Refused
"""What may answer a question."""
Told = Answer | Trouble
"""What comes over a socket."""


class Space(msgspec.Struct, frozen=True, rename="camel"):
    """An area as it is drawn and spoken of; only some boards know outlines, dots and spots."""

    id: str
    name: str
    abbreviation: str
    kind: str
    x: float
    y: float
    radius: float
    spoken: str
    neighbours: tuple[str, ...]
    source: Source
    source_says: str
    outline: str | UnsetType = UNSET
    dot: Point | UnsetType = UNSET
    spots: dict[str, Point] | UnsetType = UNSET


class BoardData(msgspec.Struct, frozen=True):
    """What is drawn once; `chart` is the address of the picture, `key` its name where it is the table's own.

    A line of the chronicle whose clause is one of `battles` tells of a battle.
    """

    game: str
    title: str
    width: float
    height: float
    address: str
    key: str
    chart: str
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]
    layers: tuple[Layer, ...]
    legend: tuple[Sign, ...]
    battles: tuple[str, ...]


class Frame(msgspec.Struct, frozen=True):
    """A moment of the scrubber; `n` is its number, `events` what has been told since the one before.

    They are the lines of the chronicle from number `since` on; what had stood there was taken back.
    `prospects` is what each seat could expect by a bot's estimate, from 0 to 1, together 1: of games that have ended,
    for it is reckoned from everything that was on the board. `chose` are the seats whose choices show here, of such
    games too.
    """

    n: int
    title: str
    scene: Scene
    events: tuple[Event, ...]
    since: int
    prospects: tuple[float, ...] = ()
    chose: tuple[int, ...] = ()
