"""What a person is worth now: combat, magic, command, movement, rank (albion/3.0d to 3.0g, 7.9, 19.5, 20.6)."""

from __future__ import annotations

from tanelorn.games.albion.state.magic_items import in_use, uses
from tanelorn.games.albion.state.position import KING, AlbionPosition, Army

ROYALS = frozenset(
    [
        "auberon",
        "elidor",
        "edric",
        "arwan",
        "midinhir",
        "branwen",
        "finvarra",
        "morigu",
        "dagda",
        "angus_mac_og",
        "brigit",
    ]
)
"""Whose Current Magic Strength Forador raises by 3 (19.5/09)."""

SEATED = ("barguest", "imric", "gairloch")
"""Whom the Seat of Moray raises by 4, and who may cast Vision there (19.5/18)."""

FORADOR, POVIS_HEATH, GIANTS_DANCE, MOUSA_STOUR, SEAT_OF_MORAY = 9, 12, 16, 17, 18
"""Places of Power that change strengths, by number."""

STARRED_PLACES = (3, 5, 14)
"""Places of Power whose own rules hold in the basic game."""


def place_of(position: AlbionPosition, person: int) -> int:
    """Return the Place of Power where a person is ashore and whose own rules hold, 0 for none."""
    hex = position.at[person]
    if hex < 0 or position.aboard[person] >= 0:
        return 0
    number = position.world.place[hex]
    return number if not position.basic or number in STARRED_PLACES else 0


def basic_magic(position: AlbionPosition, person: int) -> int:
    """Return Basic Magic Strength; Gwydion's Staff doubles it (20.6/07)."""
    printed = position.world.p_magic[person]
    return printed * 2 if printed and uses(position, person, "gwydions_staff") else printed


def magic(position: AlbionPosition, person: int, basic: int = -1) -> int:
    """Return Current Magic Strength (3.0e): basic and mana, and what the place adds (19.5/09, 19.5/12, 19.5/16,
    19.5/17, 19.5/18). `basic` if it is another one.

    Where the basic one is 0 there is no mana, unless that option is on.
    """
    if basic < 0:
        basic = basic_magic(position, person)
    strength = basic + (position.mana if basic or position.mana_for_zero else 0)
    place = place_of(position, person)
    if not place:
        return strength
    id = position.world.persons[person].id
    if place == GIANTS_DANCE or (place == FORADOR and id in ROYALS):
        strength += 3
    elif place == SEAT_OF_MORAY and id in SEATED:
        strength += 4
    elif (place == MOUSA_STOUR and id == "worm") or (place == POVIS_HEATH and position.phase == "enchantment"):
        strength *= 2
    return strength


def combat(position: AlbionPosition, person: int) -> int:
    """Return Current Combat Strength (3.0d, 7.6): printed, less wounds, and what items (20.6/09, 20.6/11, 20.6/12), the
    Enchantment of Strength (19.4/12) and the Mousa Stour (19.5/17) add; 0 at least.
    """
    strength = position.world.p_combat[person] - position.wounds[person] + position.strong[person]
    if person in position.bearer:
        items = position.world.item
        using = in_use(position, person)
        strength += 2 * (items["lymes_hammer"] in using)
        strength += (items["trollbane"] in using) + (items["nuadas_helm"] in using)
    if place_of(position, person) == MOUSA_STOUR and position.world.persons[person].id == "worm":
        strength *= 2
    return max(strength, 0)


def command(position: AlbionPosition, person: int) -> int:
    """Return a Command Rating (3.0f, 20.6/05, 20.6/09; Dorwen's printed 2 has Requiter's 1 in it, 20.6/22a)."""
    rating = position.world.p_command[person]
    if person in position.bearer:
        items = position.world.item
        using = in_use(position, person)
        if items["danas_torque"] in using:
            rating = 6
        rating += 2 * (items["nuadas_helm"] in using)
        rating += items["requiter"] in using and position.world.persons[person].id != "dorwen"
    return rating


def rank(position: AlbionPosition, person: int) -> int:
    """Return a person's rank; who bears Dana's Torque is treated as a King (20.6/05, 2.3l)."""
    return KING if uses(position, person, "danas_torque") else position.rank[person]


def is_hero(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person is a hero, by their counter or by what they bear (2.3k, 20.6/09, 20.6/10, 20.6/11, 20.6/19,
    20.6/22a).
    """
    if position.world.p_hero[person]:
        return True
    return any(uses(position, person, item) for item in HEROIC)


HEROIC = ("nuadas_helm", "red_cleaver", "lymes_hammer", "ogmes_axe", "requiter")
"""Items whose bearers count as heroes."""


PREGAME = 3
"""What the allowances are multiplied by before the first turn (22.3a)."""


def allowance(position: AlbionPosition, printed: int) -> int:
    """Return a Movement Allowance: printed, tripled before the game, or that of a march or reaction (12.4b, 13.0b)."""
    if position.allowance >= 0:
        return position.allowance
    return printed * PREGAME if position.phase == "pregame" else printed


def person_points(position: AlbionPosition, person: int) -> int:
    """Return how many Movement Points a person has left (3.0g), by the side of the counter that shows (2.3c, 11.9d)."""
    world = position.world
    printed = world.p_move_escorted[person] if position.escort[person] else world.p_move[person]
    return max(allowance(position, printed) - position.spent[person], 0)


def army_points(position: AlbionPosition, army: Army) -> int:
    """Return how many Movement Points an army has left."""
    return max(allowance(position, position.world.c_move[army.colour]) - army.spent, 0)


def ship_points(position: AlbionPosition, ship: int) -> int:
    """Return how many Movement Points a ship has left, by the side that shows (2.3b)."""
    printed = position.world.s_move[ship][position.hurt[ship]]
    return max(allowance(position, printed) - position.ship_spent[ship], 0)
