"""The player aid of Archmagi: turn and battle, dice, terrain, traits, archmagi; units, artifacts, spells as lists."""

from __future__ import annotations

from tanelorn.core.content.aid import Row, Table, rows, titled, told
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.games.archmagi.artifacts.death import LOST_UPTO
from tanelorn.games.archmagi.map.terrain import TERRAINS
from tanelorn.games.archmagi.scout.theft import CAUGHT_UPTO, STOLEN_UPTO
from tanelorn.games.archmagi.sequence import PHASES
from tanelorn.games.archmagi.shown.battle_view import SEGMENTS
from tanelorn.games.archmagi.state.content import ARCHMAGI, ARTIFACTS, KINDS, SPELLS, UNITS, Artifact
from tanelorn.games.archmagi.words.nouns import trait_words

_PHASES = {
    "recruit units": "recruit-units.1",
    "recruit spells": "recruit-spells.1",
    "scout": "scout.1",
    "move": "move.1",
    "explore": "explore.2",
    "battle": "battle.1",
}
_SEGMENTS = {
    "Combatants": "battle.6",
    "Tactical options": "battle.8",
    "Battle roll": "battle.15",
    "Aftermath": "battle.22",
}
_RECRUITING = ("recruit-units.3", "recruit-units.8", "recruit-units.10", "recruit-spells.3", "scout.2", "scout.6")
_MOVEMENT = ("move.2", "move.3", "move.4", "move.5", "move.6", "move.7", "move.9", "move.10", "move.11", "terrain.4")
_BATTLE = (
    "battle.9",
    "battle.16",
    "battle.17",
    "battle.18",
    "terrain.5",
    "battle.12",
    "battle.13",
    "battle.14",
    "battle.23",
    "battle.24",
    "battle.26",
    "paralyze.1",
    "artifact-rule.1",
    "artifact-rule.9",
    "spell-rule.1",
    "spell-rule.2",
    "spell-rule.4",
    "spell-rule.13",
)
_TRAITS = (
    "ambush",
    "archer",
    "cannibal",
    "carry",
    "cavalry",
    "flying",
    "general",
    "guard",
    "immune-to-spells",
    "martyr",
    "paralyze",
    "poison",
    "regenerate",
    "scout",
    "site",
    "skirmish",
    "slay",
    "steal",
    "surprise",
    "swimmer",
    "transport",
    "vanish",
)
_SHARED = ("archmagus/casters", "archmagus/immunity")


def tables(rulebook: Rulebook) -> tuple[Table, ...]:
    """Return the tables."""
    return (
        Table("A turn", _steps(rulebook, {phase: _PHASES[phase] for phase in PHASES}), clause="archmagi/turn.1"),
        Table(
            "A battle round", _steps(rulebook, {name: _SEGMENTS[name] for name in SEGMENTS}), clause="archmagi/battle.5"
        ),
        Table("What the dice decide", _dice()),
        Table("Recruiting and scouting", told(rulebook, *_RECRUITING)),
        Table("Movement", told(rulebook, *_MOVEMENT)),
        Table("In battle", told(rulebook, *_BATTLE)),
        Table("Traits", told(rulebook, *(f"trait/{trait}" for trait in _TRAITS))),
        Table(
            "Archmagi", _archmagi(), _ARCHMAGUS, "archmagi/setup.1", "Reserves: units/spells. Spells drawn each turn."
        ),
        Table("All archmagi", told(rulebook, *_SHARED)),
        Table("Terrain", _terrain(), ("", "D20", "Also", "At home here"), "archmagi/terrain.1"),
        Table("Units by their home", _units(), ("", "Adds", "Chits", "Home", "Traits"), "archmagi/chits.1", long=True),
        Table("Artifacts", _artifacts(), ("", "Adds", "For", "What it does"), "archmagi/artifact-rule.3", long=True),
        Table("Spells", _spells(), ("", "Phase", "Adds", "What it does"), "archmagi/spell-rule.10", long=True),
    )


_ARCHMAGUS = ("", "Adds", "Reserves", "Spells", "Traits and powers")


def _steps(rulebook: Rulebook, clauses: dict[str, str]) -> tuple[Row, ...]:
    return titled(rulebook, *((name.capitalize(), f"archmagi/{clause}") for name, clause in clauses.items()))


def _dice() -> tuple[Row, ...]:
    return (
        Row(
            ("Battle roll", "each combatant adds a die to its total; the lower one is destroyed"), "archmagi/battle.15"
        ),
        Row(("Theft", f"works on 1–{STOLEN_UPTO}"), "archmagi/scout.5"),
        Row(("Guards in the stack", f"catch and kill the thief on 1–{CAUGHT_UPTO}"), "archmagi/scout.6"),
        Row(("Artifacts of the dead", f"each is lost on 1–{LOST_UPTO}"), "archmagi/artifact-rule.5"),
        *(
            Row((artifact.name, f"protects from a spell on 1–{artifact.row.immune_on}"), "archmagi/artifact-rule.14")
            for artifact in ARTIFACTS
            if artifact.row.immune_on
        ),
        Row(("Unknown land", "a D20 on the terrain chart"), "archmagi/explore.2"),
    )


def _archmagi() -> tuple[Row, ...]:
    return rows(
        (
            KINDS[kind].name,
            f"+{KINDS[kind].brm}",
            f"{KINDS[kind].unit_reserve}/{KINDS[kind].spell_reserve}",
            KINDS[kind].draw_spells,
            f"{trait_words(kind)}. {KINDS[kind].says}".strip(),
        )
        for kind in ARCHMAGI
    )


def _terrain() -> tuple[Row, ...]:
    homes = [[kind.name for kind in KINDS[:UNITS] if kind.home == number] for number in range(len(TERRAINS))]
    return rows(
        (terrain.name, terrain.d20 or "–", ", ".join(terrain.also), ", ".join(homes[number]))
        for number, terrain in enumerate(TERRAINS)
    )


def _units() -> tuple[Row, ...]:
    order = sorted(range(UNITS), key=lambda kind: (KINDS[kind].home, kind))
    return rows(
        (
            KINDS[kind].name,
            f"{KINDS[kind].brm:+}",
            KINDS[kind].chits,
            TERRAINS[KINDS[kind].home].name if KINDS[kind].home >= 0 else "",
            trait_words(kind),
        )
        for kind in order
    )


def _artifacts() -> tuple[Row, ...]:
    return rows(
        (artifact.name, _adds(artifact.row.brm), _users(artifact), artifact.row.says)
        for artifact in sorted(ARTIFACTS, key=lambda one: one.name)
    )


def _users(artifact: Artifact) -> str:
    return artifact.user_words if artifact.users else "anybody"


def _spells() -> tuple[Row, ...]:
    return rows(
        (spell.name, spell.phase, _adds(spell.brm), spell.row.says)
        for spell in sorted(SPELLS, key=lambda one: one.name)
    )


def _adds(brm: int) -> str:
    return f"{brm:+}" if brm else ""
