"""What the toy game Under Banners draws: its spells and units, and the parts of its scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tanelorn.core.chance import Roll
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.scene import Card, Duel, Duelist, Piece, Stack, Tab, Term, Tray

if TYPE_CHECKING:
    from tests.site.duel_toy import UnderView

SPELLS = (
    Card("card:growth", "Growth", "spell", note="battle", text="A unit gets +5 for one round.", sign="spell-battle"),
    Card(
        "card:fireball",
        "Fireball",
        "spell",
        note="battle",
        text="Attack with +6; five more against cold or wood. If it wins, nothing of the loser is left to be raised.",
        sign="spell-battle",
        clause="underbanners/spells.1",
    ),
    Card("card:counterspell", "Counterspell", "spell", note="any", text="A spell just cast has no effect."),
    Card(
        "card:teleport", "Teleport", "spell", note="move", text="A unit is moved to any empty hex.", sign="spell-move"
    ),
    Card("card:summons", "Summons", "spell", note="recruit", text="Take two units more.", sign="spell-recruit"),
    Card("card:eagle", "Eagle Eye", "spell", note="scout", text="Look under a banner.", sign="spell-scout"),
)
RESERVE = (
    ("djinn", "Djinn", "+9", "desert", "demon"),
    ("trolls", "Trolls", "+5", "swamp", "troll"),
    ("knights", "Knights", "+4", "castle", "horse"),
    ("sprites", "Sprites", "+3", "sylvan", "fey"),
    ("blade", "Vorpal Blade", "+4", "artifact", "sword"),
    ("dragon", "Red Dragon", "+8", "volcano", "dragon"),
    ("wolves", "Wolves", "+3", "forest", "beast"),
)
OWN = (
    ("ranger", "Ranger", "+4", "forest", "hero", "Hero, Warrior, Scout. Slays Humanoids +2. Skirmish."),
    ("elves", "Elves", "+3", "forest", "elf", "Elf. Archers."),
    ("archmagus", "Wizard", "+6", "any", "archmagus", "Archmagus. Casts from any hex."),
    ("golem", "Golem", "+5", "workshop", "construct", "Construct. Never flees."),
    ("eagles", "Eagles", "+2", "tors", "bird", "Bird. Flies over water."),
)
FOES = (
    ("chief", "War Chief", "+5", "caves", "goblin", "Hero, Warrior, Humanoid. General."),
    ("orcs", "Orcs", "+3", "caves", "goblin", "Humanoid."),
    ("bones", "Skeletons", "+2", "ruins", "undead", "Undead."),
)


def sheet(entry: tuple[str, ...], seat: int, **more: Any) -> Card:
    id, title, value, note, sign = entry[:5]
    text = entry[5] if len(entry) > 5 else ""
    kind = "artifact" if note == "artifact" else "unit"
    return Card(f"piece:{id}", title, kind, value, note, text, sign, seat=seat, **more)


def pieces(view: UnderView) -> tuple[Piece, ...]:
    own = view.viewer == 0

    def flag(id: str, hex: str, seat: int, roman: str, count: int) -> Piece:
        known = own if seat == 0 else view.viewer == 1
        return Piece(id, hex, seat, "banner", label=roman, values=(str(count),) if known else ())

    return (
        flag("b1", "0404", 0, "I", 5),
        flag("b2", "0306", 0, "II", 3),
        flag("b6", "0805", 0, "VI", 4),
        flag("e1", "0805", 1, "II", 6),
        flag("e2", "1003", 1, "I", 7),
        flag("e3", "1206", 1, "IV", 3),
        flag("b3", "0603", 0, "III", 2),
        flag("b4", "0603", 0, "IV", 1),
        flag("e4", "0603", 1, "V", 2),
        Piece("fort", "0903", 1, "site", label="Hill Fort"),
        Piece("keep", "0404", 0, "site", label="Old Keep"),
        Piece("gate", "1104", -1, "site", label="Faerie Gate"),
    )


def trays(view: UnderView) -> tuple[Tray, ...]:
    spells = tuple(msgspec.structs.replace(card, spent=card.id in view.position.cast) for card in SPELLS)
    reserve = tuple(sheet(unit, 0) for unit in RESERVE)
    return (
        Tray("Your spells", spells, f"{len(spells)} of 9", "underbanners/spells.1", "large"),
        Tray("Reserve", reserve, "waiting for their ground"),
    )


def stacks(view: UnderView) -> tuple[Stack, ...]:
    foes = tuple(sheet(unit, 1) for unit in FOES)
    if view.viewer == 1:
        return (Stack("e1", "Your banner II", foes),)
    if view.viewer != 0:
        return ()
    back = Card("", "hidden", "back", seat=1)
    return (
        Stack("b1", "Your banner I", tuple(sheet(unit, 0) for unit in OWN)),
        Stack("b6", "Your banner VI", (sheet(("scouts", "Scouts", "+2", "hills", "rogue"), 0, count=3),)),
        Stack("e1", "Enchantress, banner II", (*foes[:2], back), "as seen in round 4"),
    )


def chances(ahead: int) -> Odds:
    """What the dice may bring to a Wizard who is so far ahead."""
    ends = (("Wizard wins", 0), ("both stand", -1), ("Enchantress wins", 1))

    def end(dice: tuple[int, ...]) -> tuple[str, int]:
        by = ahead + dice[0] - dice[1]
        return ends[0 if by > 0 else 1 if by == 0 else 2]

    return reckon(Roll(2, 6, ""), end, ends)


def duel(view: UnderView) -> Duel:
    position = view.position
    dice = position.dice
    left = [
        Term("Ranger", "4"),
        Term("Slays Humanoids", "2"),
        Term("General: Elf Lord", "1"),
        Term("Archers: Elves", "3"),
    ]
    right = [Term("War Chief", "5"), Term("General: himself", "–", off=True), Term("Site: Hill Fort", "3")]
    right += [Term("Spell: Shield", "4", "spell")]
    left += [Term("Home ground: not here", "–", off=True)]
    left += [Term("Spell: Growth", "5", "spell")] if position.grown else []
    sums = [10 + 5 * position.grown, 12]
    rolls = dice or [0, 0]
    totals = [total + roll for total, roll in zip(sums, rolls, strict=True)]
    left.append(Term("Die", str(dice[0]) if dice else "1–6", "die"))
    right.append(Term("Die", str(dice[1]) if dice else "1–6", "die"))
    won = ["", ""] if not dice else ["tied"] * 2 if totals[0] == totals[1] else ["won", "lost"]
    if dice and totals[0] < totals[1]:
        won.reverse()
    now = 3 if dice else 1
    words = ("Combatants", "Tactical options", "Battle roll", "Aftermath")
    segments = tuple(Tab(word, "done" if n < now else "now" if n == now else "next") for n, word in enumerate(words))
    odds = "" if dice or view.viewer != 0 else "You stand two behind: **6 in 36** to win. With **Growth**: 30 in 36."
    elves = () if view.viewer != 0 else (sheet(OWN[1], 0), sheet(OWN[4], 0))
    return Duel(
        "Battle in the Crags",
        "0805",
        "round 3",
        "underbanners/battle.1",
        segments,
        (
            Duelist(
                0,
                "Wizard",
                "attacks, banner VI",
                sheet(OWN[0], 0),
                tuple(left),
                totals[0],
                tuple(dice[:1]),
                elves,
                3 if view.viewer == 0 else -1,
                won[0],  # type: ignore[arg-type]
            ),
            Duelist(
                1,
                "Enchantress",
                "defends, banner II",
                sheet(FOES[0], 1),
                tuple(right),
                totals[1],
                tuple(dice[1:]),
                (),
                4,
                won[1],  # type: ignore[arg-type]
            ),
        ),
        odds,
        chances=None if dice or view.viewer != 0 else chances(sums[0] - sums[1]),
    )
