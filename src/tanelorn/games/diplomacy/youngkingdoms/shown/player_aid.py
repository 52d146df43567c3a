"""What the player aid of the Young Kingdoms has beside that of every board: spells, sorcerers, fortresses."""

from __future__ import annotations

from tanelorn.core.content.aid import Row, Table, rows, ruled, told
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    FORTRESSES,
    HAND,
    LETTERS,
    NAMES,
    POWER_OF,
    SEATS,
    SPELLS,
    WORLDS_EDGE,
    kind_of,
)
from tanelorn.games.diplomacy.youngkingdoms.sorcery.spells import TITLES

_SORCERY = (
    "5.1",
    "5.2a",
    "5.2b",
    "5.2c",
    "5.3",
    "5.4a",
    "5.4b",
    "5.5c",
    "5.5d",
    "5.5e",
    "5.5.support",
    "5.5.support-cut",
    "5.5.support-self",
    "5.5.attack",
    "5.5.attack-kill",
    "5.5.centres",
    "5.5.kelmain",
    "7",
)
_SIEGES = ("4.strength", "4.occupier", "4.capture", "4.cut")


def tables(rulebook: Rulebook) -> tuple[Table, ...]:
    """Return the tables."""
    return (
        Table(
            f"The {SPELLS} spells",
            _spells(rulebook),
            clause="youngkingdoms/5.5b",
            note=f"Each sorcerer is dealt {HAND}; the rest lie hidden in neutral centres. A card is cast once.",
        ),
        Table("Sorcerers", (*_sorcerers(), *told(rulebook, *_SORCERY))),
        Table(
            "Fortresses and their standing armies",
            _fortresses(),
            ("Space", "Strength", "Serves"),
            "youngkingdoms/4.list",
        ),
        Table("How standing armies fight", (*told(rulebook, *_SIEGES), *ruled(rulebook, "4.sorcerer"))),
    )


def _spells(rulebook: Rulebook) -> tuple[Row, ...]:
    clauses = [rulebook[f"youngkingdoms/5.5.spell-{number}"] for number in range(1, SPELLS + 1)]
    return tuple(
        Row((f"{number} {title}", clause.says), clause.id)
        for number, (title, clause) in enumerate(zip(TITLES, clauses, strict=True), 1)
    )


def _sorcerers() -> tuple[Row, ...]:
    edge = " and ".join(ATLAS.names[place] for place in WORLDS_EDGE)
    serve = [
        Row((NAMES[who], f"of {SEATS[POWER_OF[who]]}; written {LETTERS[kind_of(who)]}"), "youngkingdoms/2")
        for who in (0, 1)
    ]
    return (*serve, Row(("World’s Edge", edge), "youngkingdoms/5.5.spell-8"))


def _fortresses() -> tuple[Row, ...]:
    home = {place: power.name for power in ATLAS.file.powers for place in power.home}
    return rows((ATLAS.names[n], strength, home.get(ATLAS.ids[n], "nobody")) for n, strength in FORTRESSES)
