"""Rules that keep a group from going somewhere, as they are told (elric/7.0 to 7.5)."""

from __future__ import annotations

from typing import NamedTuple


class Bar(NamedTuple):
    """A rule that keeps a group out of an area, with its clause."""

    why: str
    clause: str


LEADERLESS = Bar(
    "Nobody in the group can lead: an army alone stays in its own country, one province a turn.", "elric/7.2d"
)
NO_SHIP = Bar("Without a fleet only magicians, Melniboneans and flyers go to sea: board one.", "elric/7.3a")
NO_PORT = Bar("Fleets enter seas and ports only.", "elric/7.3j")
NO_ANCHOR = Bar("A port is entered and left by the sea that has its anchor.", "elric/7.5.9a")
MOUNTAINS = Bar("Mountains close this border.", "elric/7.5.3")
FAR = Bar("It is not a neighbouring area.", "elric/7.0c")
GATE = Bar("Only a stack with Elric passes the sea gate of Imrryr.", "elric/7.5.9b")
NO_ATTACK = Bar("Enemies are there, and an attack needs a personality who can lead it.", "elric/10.1c")
NO_DECK = Bar("A flyer ends its move on dry land or on a fleet of its side.", "elric/7.4.1b")
ALONE = Bar("Elric moves only with another personality of his player.", "elric/12.1.2e")
NO_CAPTAIN = Bar("A fleet that nobody leads only goes to its nearest home port, by the safest way.", "elric/7.3g")
NO_LAND = Bar("Passengers go ashore with “land”, if their fleet can still pay for it.", "elric/7.3l")
