"""The two scenarios and the ways to play them (albion/21.0, 22.0, 23.0)."""

from __future__ import annotations

from tanelorn.core.game import Option, Scenario
from tanelorn.games.albion.state.position import ALONE, TWILIGHT

SEATS = ("Fomorian", "Faerie")
"""The two sides (1.0)."""

COLOURS = (1, 4)

SCENARIOS: tuple[Scenario, ...] = (
    Scenario(
        ALONE,
        "Albion Alone",
        SEATS,
        COLOURS,
        "Three game-turns of war before help can come. The Fomorians must score three times what Faerie scores; each "
        "of four great fortresses that they destroy is worth 15 points more.",
        "Fomorians: three times Faerie’s points after turn 3.",
        "albion/22.5",
    ),
    Scenario(
        TWILIGHT,
        "Faerie Twilight",
        SEATS,
        COLOURS,
        "The whole war, ten game-turns. Auberon's expedition may return from turn 4 on. The most points win, but if "
        "both sides together have more than 400 the war is lost by both.",
        "The most points after turn 10; above 400 together both lose.",
        "albion/23.2",
    ),
)
"""Two to choose from (4.0.1, 21.0a). Both begin with the same set-up and with a move of the Fomorians (22.3, 23.3)."""

OPTIONS: tuple[Option, ...] = (
    Option(
        "basic",
        "Basic game",
        default=False,
        clause="albion/21.0b",
        says="Only persons' rules, enchantments, items and Places of Power with a star are used: for a first game.",
    ),
    Option(
        "mana_for_zero_magic",
        "Mana for everybody",
        default=False,
        clause="albion/3.0e",
        says="The Mana Level is added to a Basic Magic Strength of 0 too, as the words of the rule have it.",
    ),
    Option(
        "ulster_ships",
        "Three ships of Ulster",
        default=True,
        clause="albion/4.0.3b",
        says="Sureswift, Seadrifter and Seawolf lie at 1318: the counters have them, the list of the set-up has not.",
    ),
)
"""Ways to play either: the basic game (21.0b), mana for everybody (3.0e), three more ships of Ulster (4.0.3b)."""

LAST_TURN = {"albion_alone": 3, "faerie_twilight": 10}
"""The last game-turn of each scenario (22.1, 23.1)."""
