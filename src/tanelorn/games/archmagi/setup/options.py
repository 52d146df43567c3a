"""Scenarios and options of Archmagi, and how a table is laid out for them."""

from __future__ import annotations

from collections.abc import Mapping

from tanelorn.core.errors import BadData, Illegal
from tanelorn.core.game import Option, Scenario, Value
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import built_in, check_map, read_map, read_written
from tanelorn.games.archmagi.setup.setup import DrawMap, Players, lay_map
from tanelorn.games.archmagi.state.abilities import ARTIFACT_KINDS
from tanelorn.games.archmagi.state.codes import LOST
from tanelorn.games.archmagi.state.content import ARCHMAGI, CHITS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES

_WORDS = ("two", "three", "four", "five", "six")
SCENARIOS = tuple(
    Scenario(
        slug=word,
        title=f"{word.capitalize()} archmagi",
        seats=SEAT_NAMES[:count],
        colours=tuple(range(1, count + 1)),
        says=f"{word.capitalize()} players, each with an archmagus, on one island.",
        goal="Destroy all other archmagi.",
        goal_clause="archmagi/victory.1",
    )
    for count, word in enumerate(_WORDS, start=2)
)
_ANSWERS = ("nothing", "spells", "spells and dice")
OPTIONS = (
    Option(
        "map",
        "Map",
        "generated",
        "archmagi/map.4",
        "Generated, one of ours, or a map file of yours.",
        words=("generated", *built_in()),
        written=True,
    ),
    Option(
        "map-number", "Number of the generated map", 0, "archmagi/map.4", "0: drawn by chance.", least=0, most=10_000
    ),
    Option("land", "Land hexes of the generated map", 0, "archmagi/map.2", "0: as the players need.", least=0, most=60),
    Option("unknown", "Unknown territories, explored in play", False, "archmagi/map.6"),
    Option("chits", "Terrain chits instead of dice", False, "archmagi/map.8"),
    Option("free-start", "Players place their archmagi", False, "archmagi/setup.5"),
    Option("copies", "Chits of each spell and artifact", 1, "archmagi/chits.3", least=1, most=3),
    Option(
        "rounds", "Rounds after which the game is a draw", 100, "archmagi/victory.5", "0: never.", least=0, most=1000
    ),
    Option(
        "answers",
        "What players are asked about at first",
        "spells",
        "archmagi/response.5",
        "Each player may change it for themselves, in their own turn.",
        words=_ANSWERS,
    ),
)


def seats_of(scenario: str) -> int:
    """Return the number of players of a scenario (setup.6)."""
    return _WORDS.index(scenario) + 2


def lay_out(scenario: str, options: Mapping[str, Value]) -> ArchmagiPosition:
    """Return the table before anything is drawn; raise Illegal for an option that makes no sense (map.6, chits.3)."""
    seats, copies = seats_of(scenario), int(options["copies"])
    position = ArchmagiPosition(
        scenario=scenario,
        reserve=[[] for _ in range(seats)],
        stored=[[] for _ in range(seats)],
        spells=[[] for _ in range(seats)],
        pile=list(CHITS),
        magi_pile=list(ARCHMAGI),
        spell_pile=sorted(list(range(len(SPELLS))) * copies),
        artifact_pile=list(range(ARTIFACT_KINDS * copies)),
        magi=[LOST] * seats,
        drawn=[-1] * seats,
        seen=[{} for _ in range(seats + 1)],
        word=[_ANSWERS.index(str(options["answers"]))] * seats,
        hush=[0] * seats,
        limit=int(options["rounds"]),
        chits=bool(options["chits"]),
        copies=copies,
    )
    _choose_map(position, seats, options)
    return position


def _choose_map(position: ArchmagiPosition, seats: int, options: Mapping[str, Value]) -> None:
    name, number, free = str(options["map"]), int(options["map-number"]), bool(options["free-start"])
    lands, unknown, chits = int(options["land"]), bool(options["unknown"]), bool(options["chits"])
    if name == "generated":
        lay_map(position, number or 1, lands, unknown, chits)
        position.agenda = [Players(free) if number else DrawMap(lands, unknown, chits, free)]
        return
    text = map_text(name)
    try:
        check_map(text, seats)
    except BadData as error:
        raise Illegal(error.why, remedy=error.remedy, clause="archmagi/map.4") from None
    position.map = text
    position.terrain = list(land(text).terrain)
    position.agenda = [Players(free)]


def map_text(value: str) -> str:
    """Return the canonical text of a map that an option names: one of ours, a file's text, or such a text itself."""
    ours = built_in()
    if value in ours:
        return read_map(ours[value])
    try:
        return value if "\n" not in value and value.count("|") > 1 else read_written(value)
    except BadData as error:
        remedy = f"{error.remedy} Ours are {', '.join(ours)}."
        raise Illegal(error.why, remedy=remedy, clause="archmagi/map.4") from None
