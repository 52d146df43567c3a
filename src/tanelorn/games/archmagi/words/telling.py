"""How the chronicle names units: whoever may not know a unit reads another line (archmagi/view.3, view.5,
spell-rule.12).

Every line about units that are still there comes from `tell`. Only what is destroyed, or moved by a spell for all to
see, is named without asking who knows it.
"""

from __future__ import annotations

from typing import Any

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.abilities import SITE, traits
from tanelorn.games.archmagi.state.codes import NO_SEATS, includes
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES


def is_open(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit lies open to all: a Site, or shown in the battle (view.1, trait/site)."""
    battle = position.battle
    return (battle is not None and unit in battle.shown) or bool(traits(position, unit) & SITE)


def has_seen(position: ArchmagiPosition, viewer: int, unit: int) -> bool:
    """Tell whether a seat has looked at a unit in this Scout phase (scout.2)."""
    return includes(position.glimpses.get(unit, NO_SEATS), viewer)


def knowers(position: ArchmagiPosition, *units: int) -> tuple[int, ...] | None:
    """Return the seats that know all of these units, None if everybody does."""
    hidden = [unit for unit in units if not is_open(position, unit)]
    if not hidden:
        return None
    return tuple(
        seat
        for seat in position.seats
        if all(position.owners[unit] == seat or has_seen(position, seat, unit) for unit in hidden)
    )


def unit_name(position: ArchmagiPosition, unit: int) -> str:
    """Return what a unit is called among those who know it."""
    return KINDS[position.kinds[unit]].name


def say_of_units(
    log: Log, position: ArchmagiPosition, text: str, *units: int, otherwise: str, clause: str, **more: Any
) -> None:
    """Say a line that names units, one for each `{}` in it (view.3, spell-rule.12); who does not know
    them reads `otherwise`, or nothing if that is empty. `more` is as for `Log.say`.
    """
    if log:
        line = text.format(*(unit_name(position, unit) for unit in units))
        log.say(line, clause=clause, knowers=knowers(position, *units), otherwise=otherwise, **more)


def tell_bearer(log: Log, position: ArchmagiPosition, unit: int, artifact: int, clause: str) -> None:
    """Say that an artifact is revealed; who bears it reads only who knows the bearer."""
    seat, what = position.owners[unit], ITEM.text(artifact)
    line = f"**{SEAT_NAMES[seat]}** reveals the {what}"
    say_of_units(log, position, f"{line} of {{}}.", unit, otherwise=f"{line}.", clause=clause, seat=seat)


def tell_receiver(log: Log, position: ArchmagiPosition, unit: int, artifact: int) -> None:
    """Tell a seat alone which of its units bears an artifact from now on."""
    if log:
        seat = position.owners[unit]
        line = f"{unit_name(position, unit)} gets the {ITEM.text(artifact)}."
        log.say(line, clause="archmagi/artifact-rule.4", seat=seat, knowers=(seat,))
