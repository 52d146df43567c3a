"""What a game tells the kernel about itself, and the registry of games."""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, SupportsIndex

import msgspec
from typing_extensions import TypeVar

from tanelorn.core.about import about_space
from tanelorn.core.amounts import read_number
from tanelorn.core.content.aid import Row, Table, signs
from tanelorn.core.content.board import Board
from tanelorn.core.content.given import Given, shown
from tanelorn.core.content.legend import Legend
from tanelorn.core.content.measured import Measured
from tanelorn.core.content.notes import Notes
from tanelorn.core.content.packs import PackKind
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.content.styles import BotStyle
from tanelorn.core.content.verbs import VerbRule
from tanelorn.core.errors import BadData, Illegal, UnknownName, nearest
from tanelorn.core.fields import Memory, seen_by
from tanelorn.core.log import Log
from tanelorn.core.position import Outcome, P, digest
from tanelorn.core.scene import About, Scene, Tray
from tanelorn.core.steps import Asks, Seals
from tanelorn.core.viewers import REFEREE

Value = bool | int | str
Press = Literal["none", "public", "private"]
"""Who may write to whom while a game is on: nobody, all to all, or any seats to each other as well."""
WEIGHTS = ("light", "medium light", "medium", "medium heavy", "heavy")
"""How much there is to learn of a game, in words, for the weights 1 to 5."""
_MOST_SHOWN = 60


class Option(msgspec.Struct, frozen=True):
    """A rule that players may switch before the game. Whole numbers have a least and a greatest value.

    Texts are one of `words`; where `written` is set, also a text of the players' own, such as that of a file.
    """

    name: str
    title: str
    default: Value
    clause: str = ""
    says: str = ""
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()
    written: bool = False

    def read(self, value: object) -> Value:
        """Return a value of the option's kind, read from text if need be; raise Illegal if it is none."""
        text = value if isinstance(value, str) else _shown(value)
        if isinstance(self.default, bool):
            word = text.casefold()
            if word in ("true", "yes", "on", "1"):
                return True
            if word in ("false", "no", "off", "0"):
                return False
            raise self._refused(value, "Say yes or no.")
        if isinstance(self.default, int):
            number = _whole_number(value)
            if number is None or not self.least <= number <= self.most:
                raise self._refused(value, f"Give a whole number from {self.least} to {self.most}.")
            return number
        if self.words and not self.written and text not in self.words:
            raise self._refused(value, f"Say {', '.join(self.words)}.")
        return text

    def _refused(self, value: object, remedy: str) -> Illegal:
        return Illegal(f"The option {self.name} cannot be {_shown(value)}.", remedy=remedy, clause=self.clause)


def _whole_number(value: object) -> int | None:
    """Return a number, or what a text says of one, which is never long."""
    if isinstance(value, int):
        return None if isinstance(value, bool) else value
    return read_number(str(value))


def _shown(value: object) -> str:
    """Return a value as a refusal shows it: never at length."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "so large a number"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin: its seats by name, with the colour number (1 to 8) of each.

    `goal` says in a sentence how it is won, by the clause `goal_clause`; it lies beside the board all the time.
    """

    slug: str
    title: str
    seats: tuple[str, ...]
    colours: tuple[int, ...]
    says: str = ""
    goal: str = ""
    goal_clause: str = ""


class View(msgspec.Struct, kw_only=True):
    """What one viewer knows, written down field by field; games add theirs. What is not written is not known.

    `asked` are the seats that may decide, `sealed` those whose sealed choice is in; only the viewer's own
    choice is told, in the game's view.
    """

    game: str
    viewer: int
    scenario: str
    asked: tuple[int, ...] = ()
    sealed: tuple[int, ...] = ()
    offers: tuple[int, ...] = ()
    outcome: Outcome | None = None

    def digest(self) -> str:
        """Return 16 hex digits, equal exactly for equal views."""
        return digest(self)


class PositionView(View, Generic[P], kw_only=True):
    """What one viewer knows, as a position in which everything they do not know is left empty or UNKNOWN (`fields.py`).

    Games whose views tell more, such as who stands where without saying what, add fields of their own.
    """

    seen: P

    @property
    def own(self) -> Any:
        """The viewer's own sealed choice, None if none is in."""
        return self.seen.sealed.get(self.viewer)


V = TypeVar("V", bound=View, default=Any)


class Game(Generic[P, V]):
    """A rulebook made playable.

    `rules` is the version of the rules, raised when an old record would play otherwise. `seat_words` are short words
    for the seats, as rule cases and their logs write them; the names of the scenario's seats will do as well. `verbs`
    say what its orders are for, where its lists do not say it themselves.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    designers: ClassVar[str] = ""
    blurb: ClassVar[str] = ""
    length: ClassVar[str] = ""
    weight: ClassVar[int] = 0
    """How much there is to learn: a place in WEIGHTS from 1, or 0 where the game does not say."""
    turn_word: ClassVar[str] = "turn"
    """What a game is as long as so many of (“year”)."""
    press: ClassVar[Press] = "public"
    """What is usual among those who play it, unless a table agrees on another."""
    rules: ClassVar[int] = 1
    verbs: ClassVar[tuple[VerbRule, ...]] = ()
    position_type: type[P]
    view_type: type[V]
    board: Board
    rulebook: Rulebook
    legend: Legend = Legend()
    """What the terrains and signs of its map mean."""
    scenarios: tuple[Scenario, ...]
    seat_words: ClassVar[tuple[str, ...]] = ()
    options: tuple[Option, ...] = ()
    scored: ClassVar[str] = ""
    """What `scores` counts (“centres”); empty if only the outcome does."""
    contest: Mapping[str, Value] = {}
    """The optional rules by which bots are compared, where games would otherwise last too long."""
    part: ClassVar[str] = ""
    """What `parts` names (“archmagus”); empty where all seats play the same."""
    uses: ClassVar[tuple[str, ...]] = ()
    """The verbs of its choices by which a seat makes use of what `lists` hold (“cast”), for reports on many games."""
    measured: Mapping[str, Measured] = {}
    """What is known of its scenarios from many games of bots, by slug (`core/content/measured.py`)."""
    notes: Notes = Notes()
    """What each kind of question is for, by the name of its step (`core/content/notes.py`)."""
    packs: PackKind | None = None
    """Which of the game's files players may replace by their own; None: none."""
    chart: Path | None = None
    """The drawn board as an SVG file, in the board's units."""
    chart_drawer: ClassVar[str] = ""
    """What draws a board as such a file: a function from a `Board` to its text, as `module:function`."""
    maps: ClassVar[str] = ""
    """Where the maps come from that it is played on (`core/content/maps.py`), as `module:NAME`; empty: it has a board.
    """
    judgement: ClassVar[str] = ""
    """What bots know of it, as `module:NAME`; empty if they go by outcomes alone."""
    styles: Mapping[str, BotStyle] = {}
    """In what styles its bots may play, by slug (`core/content/styles.py`)."""
    learned: ClassVar[str] = ""
    """What makes a judgement of a file of learned weights, as `module:function`; empty if nothing does."""
    law: ClassVar[str] = ""
    """What the contract suite holds each choice to, as `module:function`."""
    scrambler: ClassVar[str] = ""
    """What changes all that a viewer cannot know, likewise; empty if the declarations of the fields say it all."""
    shown_at_once: ClassVar[str] = ""
    """What of a position a draw that one seat alone sees shows to all, likewise; empty if it shows nothing."""
    lessons: Path | None = None
    """The folder of its guided games, one file each; the first by name is the one to begin with."""
    ideas: Path | None = None
    """The file of its positions with a known best idea (`core/ideas/idea.py`); None: it has none."""
    how: Path | None = None
    """The file of its page “How it is played” (`core/lessons/how.py`); it may be missing."""
    space_radius: Mapping[str, float] = {}
    """How far from its point a space of each kind is clicked, in the board's units."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[object, ...]:
        """Pickle a registered game as its slug: it is the same one wherever it is loaded."""
        if games.get(self.slug) is self:
            return _registered, (self.slug,)
        return super().__reduce_ex__(protocol)

    def setup(self, scenario: str, options: Mapping[str, Value]) -> P:
        """Return the position at the start, with the first steps on its agenda; options are complete and checked."""
        raise NotImplementedError

    def view(self, position: P, viewer: int, memory: Memory[P] | None = None) -> V:
        """Write down what a viewer knows: the position as its declared fields let them see it. Of views of one viewer
        that are made with the same `memory` each lends the next what has not changed; none may be changed then.
        """
        step = position.agenda[-1] if position.agenda else None
        seats = step.seats(position) if isinstance(step, Asks | Seals) else ()
        kind: Any = self.view_type
        look = self.look(position, viewer, memory)
        seen = seen_by(position, viewer, look, memory)
        view: V = kind(
            game=self.slug,
            viewer=viewer,
            scenario=self.scenario_of(position),
            asked=tuple([seat for seat in seats if seat not in position.sealed]) if position.sealed else seats,
            sealed=tuple([seat for seat in seats if seat in position.sealed]) if position.sealed else (),
            offers=tuple(position.offers),
            outcome=position.outcome,
            seen=seen,
            **self.noticed(position, viewer, seen, look),
        )
        return view

    def look(self, position: P, viewer: int, memory: Memory[P] | None = None) -> object:
        """Return what a viewer can see from where they are, by which the `Shown` fields of the position go. A `memory`
        has the look before, and the position as it was then.
        """
        return None

    def noticed(self, position: P, viewer: int, seen: P, look: Any) -> Mapping[str, object]:
        """Return what a viewer notices besides what is seen of the position, for fields of the view's own; `look` is
        what `look` has returned.
        """
        return {}

    def resample(self, view: V, rng: random.Random) -> P:
        """Draw a full position from all that fit a view: what is hidden is dealt again, then choices are sealed."""
        assert isinstance(view, PositionView)
        position: P = view.seen.copy()
        if view.viewer != REFEREE:
            self.deal(position, view, rng)
        own, position.sealed = position.sealed, {}
        for seat in view.sealed:
            choices = position.agenda[-1].choices(position, seat)
            position.sealed[seat] = own[seat] if seat in own else choices.sample(rng)
        return position

    def deal(self, position: P, view: V, rng: random.Random) -> None:
        """Fill what a viewer does not know with something that fits what they do know; nothing by default."""

    def scene(self, view: V) -> Scene:
        """Say what is drawn for a view."""
        raise NotImplementedError

    def subtitle(self, view: V) -> str:
        """Say in a few words how far the game has come, as the scene does: for lists of tables, which draw none."""
        return self.scene(view).subtitle

    def about(self, view: V, scene: Scene, space: str) -> About:
        """Say what is at a space, as far as a view tells; raise UnknownName. `scene` is what is drawn for the view.

        By default that is what the board and the scene tell: the ground with what the legend says of it, ways of the
        legend's kinds, whose it is and who stands there.
        """
        board = self.board_of(view.seen) if isinstance(view, PositionView) else self.board
        return about_space(board, self.legend, scene, space)

    def facts(self, view: V) -> dict[str, str | int]:
        """Name what a view holds in the rulebook's words; rule cases expect these facts and records compare them."""
        raise NotImplementedError

    def position_from(self, table: Given) -> P:
        """Build a position from names, as rule cases write it; raise BadData naming what is wrong."""
        raise NotImplementedError

    def turn_of(self, position: P) -> int:
        """Return the number of the turn that is played; 0 where a game counts none, or has not begun its first."""
        turn: int = getattr(position, "turn", 0)
        return turn

    def board_of(self, position: P) -> Board:
        """Return the board that a position is played on: the game's, unless each table has one of its own."""
        return self.board

    def names(self, position: P) -> Mapping[str, str]:
        """Return, by the words that its notation has for things, what people call them; none by default.

        Where an order has to be told that nobody can give, such as one that is refused, pages say it by these names.
        """
        return {}

    def lists(self) -> tuple[Tray, ...]:
        """Return what everybody may look up at any time, as the rulebook's page shows it: the kinds of chits, say."""
        return ()

    def aid(self) -> tuple[Table, ...]:
        """Return the charts and tables of its player aid, in the order of their use; none by default."""
        return ()

    def player_aid(self) -> tuple[Table, ...]:
        """Return the whole player aid: the game's own tables, how each scenario is won, what lies on the map."""
        goals = [Row((one.title, one.goal), one.goal_clause) for one in self.scenarios if one.goal]
        tables = (*self.aid(), Table("How to win", tuple(goals), ("Scenario", "Goal")), signs(self.legend))
        return tuple(table for table in tables if table.rows)

    def chart_of(self, position: P) -> str:
        """Return a short key for the picture of a board that is the table's own, as in `Scene.chart`; "" if it is not.

        Equal keys mean equal boards: the key changes when the picture must, and names it in the page's addresses.
        """
        return ""

    def resign(self, position: P, seat: int, log: Log) -> None:
        """End or change the game because a seat gives up. By default the others win.

        A game that goes on takes the seat out of `seats` of its steps and out of `draw_needs`. What the seat had sealed
        is dropped, and its offer; a step that then waits for nobody is revealed with what is there (maybe nothing), an
        open one is taken off the agenda.
        """
        seats = range(len(self.scenario(self.scenario_of(position)).seats))
        position.end([other for other in seats if other != seat], "resignation")

    def seat_names(self, position: P) -> tuple[str, ...]:
        """Return what the seats are called by now: those of the scenario, or what their players have chosen."""
        return self.scenario(self.scenario_of(position)).seats

    def draw_needs(self, position: P) -> tuple[int, ...]:
        """Return the seats that must all offer a draw for it to be agreed: all, unless some are out of the game."""
        return tuple(range(len(self.scenario(self.scenario_of(position)).seats)))

    def draw_agreed(self, position: P, log: Log) -> None:
        """End the game because all seats that `draw_needs` names have agreed on a draw."""
        position.end([], "agreed draw")

    def scores(self, position: P) -> tuple[float, ...]:
        """Return how well each seat stands or has ended: by default its share of the outcome, nothing without one."""
        seats = range(len(self.scenario(self.scenario_of(position)).seats))
        if position.outcome is None:
            return tuple(0.0 for _ in seats)
        winners = position.outcome.winners or tuple(seats)
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats)

    def parts(self, position: P) -> tuple[str, ...]:
        """Name by seat what chance or choice has given each to play, for reports on finished games; nothing by
        default.
        """
        return ()

    def counted(self, position: P) -> dict[str, float]:
        """Count what reports on finished games give on average, by what it is (losses by cause); nothing by default."""
        return {}

    def scenario_of(self, position: P) -> str:
        """Return the slug of the scenario that a position belongs to."""
        return self.scenarios[0].slug

    def scenario(self, slug: str | None) -> Scenario:
        """Return a scenario by its slug, the first one if None; raise UnknownName."""
        if slug is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.slug == slug:
                return scenario
        raise UnknownName(
            f"{self.title} has no scenario “{shown(slug)}”.", remedy=nearest(slug, [s.slug for s in self.scenarios])
        )

    def read_options(self, given: Mapping[str, object] | None) -> dict[str, Value]:
        """Complete options by their defaults and check them; raise UnknownName or Illegal.

        A pack is kept as its canonical text, so that records need no files.
        """
        known = {option.name: option for option in self.options}
        values: dict[str, Value] = {name: option.default for name, option in known.items()}
        for name, value in (given or {}).items():
            if name not in known:
                raise UnknownName(f"{self.title} has no option “{shown(name)}”.", remedy=nearest(name, known))
            values[name] = known[name].read(value)
        if self.packs is not None:
            values[self.packs.option] = self.packs.read_option(str(values[self.packs.option]))
        return values

    def digest(self, position: P) -> str:
        """Return 16 hex digits over the facts, so that records outlive changes of layout."""
        return digest(self.facts(self.view(position, REFEREE)))


def loaded(reference: str) -> Any:
    """Return what a game names as `module:name`, which is imported when it is first asked for; raise BadData if there
    is none.
    """
    try:
        return pkgutil.resolve_name(reference)
    except (ValueError, ImportError, AttributeError) as error:
        remedy = "A game names it as module:name; look whether both are there."
        raise BadData(f"“{reference}” cannot be loaded: {error}.", remedy=remedy) from error


def _registered(slug: str) -> Game:
    return games[slug]


Load = Callable[[], Iterable[Game]]


class Games:
    """All games by slug, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._loads: dict[str, Load] = {}
        self._plugins: Load = tuple

    def expect(self, slugs: Iterable[str], load: Load) -> None:
        """Have games loaded when one of their slugs is asked for."""
        self._loads.update(dict.fromkeys(slugs, load))

    def expect_plugins(self, load: Load) -> None:
        """Have further games, whose slugs are not known, loaded when all are asked for, or a slug that nobody has."""
        self._plugins = load

    def add(self, *games: Game) -> None:
        """Register games; raise BadData if a slug is taken by another."""
        for game in games:
            if type(self._games.get(game.slug, game)) is not type(game):
                raise BadData(f"Two games call themselves “{game.slug}”.", remedy="Give one another slug.")
            self._games[game.slug] = game

    def _find(self, slug: str) -> Game | None:
        if slug not in self._games:
            self.add(*self._loads.get(slug, self._plugins)())
        return self._games.get(slug)

    def get(self, slug: str) -> Game | None:
        """Return the game of a slug, or None."""
        return self._find(slug)

    def _all(self) -> dict[str, Game]:
        ours = {slug: game for slug in self._loads if (game := self._find(slug)) is not None}
        self.add(*self._plugins())
        return {**ours, **self._games}

    def __iter__(self) -> Iterator[Game]:
        return iter(self._all().values())

    def by_weight(self) -> list[Game]:
        """Return all games, the lightest first; of one weight that with fewer clauses; last those that do not say."""
        return sorted(
            self, key=lambda game: (game.weight, len(game.rulebook)) if game.weight else (len(WEIGHTS) + 1, 0)
        )

    def __getitem__(self, slug: str) -> Game:
        game = self._find(slug)
        if game is None:
            raise UnknownName(f"There is no game “{shown(slug)}”.", remedy=nearest(slug, self._all()))
        return game

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, slug: object) -> bool:
        return isinstance(slug, str) and (slug in self._loads or self._find(slug) is not None)


games = Games()
