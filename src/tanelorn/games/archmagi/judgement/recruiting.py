"""How the recruit phases and discards are played: deploy what one can, trade what one cannot, keep the best."""

from __future__ import annotations

from collections.abc import Container

from tanelorn.games.archmagi.judgement.castings import castings, working
from tanelorn.games.archmagi.judgement.style import Style
from tanelorn.games.archmagi.judgement.worth import artifact_worth, kind_worth, spell_worth, stack_power, unit_worth
from tanelorn.games.archmagi.recruit.units import DEPLOY, EXCHANGE, FORGE, GIVE, deployable
from tanelorn.games.archmagi.state.abilities import gear_kind, powers
from tanelorn.games.archmagi.state.codes import spell_of
from tanelorn.games.archmagi.state.content import ARTIFACT, SPELLS
from tanelorn.games.archmagi.state.position import EXCHANGED, FORGED, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import END, Act, Acts
from tanelorn.games.archmagi.words.nouns import find

Scored = list[tuple[float, Act]]
_TREASURE = ARTIFACT["treasure"]
_WORTH_CASTING = working("deploy", "forge", "call-to-arms", "familiar")


def recruit_units(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Deploy the best chit where it helps most; hand artifacts out; trade chits that find no ground."""
    found: Scored = [(0.0, Act("done"))]
    idle = []
    for kind in sorted(set(position.reserve[seat])):
        hexes = deployable(position, seat, kind)
        if not hexes:
            idle.append(kind)
            continue
        best = max(hexes, key=lambda hex: _ground(position, seat, hex))
        found.append((10 + kind_worth(kind), Act(DEPLOY.name, (kind, position.land.codes[best]))))
    found += _give(position, seat)
    found += casts(position, seat, _WORTH_CASTING, 8.0)
    if any(gear_kind(artifact) == _TREASURE for artifact in position.stored[seat]):
        found.append((9.0, Act("cash the treasure")))
    found += _trade(position, seat, idle)
    return found


def _ground(position: ArchmagiPosition, seat: int, hex: int) -> float:
    """With the archmagus before all; else where most stand."""
    magus = position.magi[seat]
    return stack_power(position, hex, seat) + (50 if magus >= 0 and position.hexes[magus] == hex else 0)


def _give(position: ArchmagiPosition, seat: int) -> Scored:
    found = []
    choices = Acts(position, seat, (GIVE,), "")
    for act in choices:
        unit = find(position, seat, act.args[1])
        found.append((6 + artifact_worth(act.args[0]) + 0.1 * unit_worth(position, unit), act))
    return found


def casts(position: ArchmagiPosition, seat: int, spells: Container[int], base: float) -> Scored:
    """Return the castings of some kinds of spell, the more it is worth the better."""
    return [(base + spell_worth(spell_of(act.args[0])) + _gain(act), act) for act in castings(position, seat, spells)]


def _gain(act: Act) -> float:
    """What is deployed counts."""
    return 0.1 * kind_worth(act.args[2]) if SPELLS[spell_of(act.args[0])].effect == "deploy" else 0.0


def _trade(position: ArchmagiPosition, seat: int, idle: list[int]) -> Scored:
    """Two chits without ground, the weakest, for an artifact; an Artificer gives one."""
    spare = sorted((kind for kind in position.reserve[seat] if kind in idle), key=kind_worth)
    found: Scored = []
    if position.artifact_pile and len(spare) > 2:
        if "forge" in powers(position, seat) and not position.used & FORGED:
            found.append((5.0, Act(FORGE.name, (spare[0],))))
        if not position.used & EXCHANGED:
            found.append((4.0, Act(EXCHANGE.name, tuple(sorted(spare[:2])))))
    return found


def surplus(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Keep what can be deployed, and what is strong."""
    return [
        (-kind_worth(kind) - (8 if deployable(position, seat, kind) else 0), Act("discard", (kind,)))
        for kind in sorted(set(position.reserve[seat]))
    ]


def discard_spells(position: ArchmagiPosition, seat: int, due: int, style: Style) -> Scored:
    """Keep the best spells."""
    worst = sorted(position.spells[seat], key=lambda spell: (kept(spell, style), spell))[:due]
    return [(0.0, Act("discard spells", (*sorted(worst), END)))]


def kept(spell: int, style: Style) -> float:
    """What a spell is worth in hand: those on whole stacks by how hard they strike."""
    row = SPELLS[spell]
    return style.strike * row.brm if row.effect == "mass-attack" else spell_worth(spell)


def recruit_spells(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Cast what deploys or draws."""
    return [(0.0, Act("done")), *casts(position, seat, _WORTH_CASTING, 8.0)]


def fortune(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Draw a spell, for the least of all chits pays for it; a unit where no spell is left."""
    return [
        (float(not act.args or act.args[0] == 0) if act.verb == "fortune" else -1.0, act)
        for act in position.agenda[-1].choices(position, seat)
    ]


def fortunes_price(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Give the least up."""
    found = [(-spell_worth(spell), Act("discard spell", (spell,))) for spell in sorted(set(position.spells[seat]))]
    found += [(-0.4 * kind_worth(kind), Act("discard unit", (kind,))) for kind in sorted(set(position.reserve[seat]))]
    return found
