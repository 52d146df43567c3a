"""What lies on the table and what never changes (elric/3.0, 15.0, 16.0): the ground on which all chapters stand.

The world of a pack, the position, the spell counters, the terms of the scenario, and questions whose answer they hold:
who stands with whom, who holds a city, what is wilderness, how things are called. It uses nothing but the packs.
"""
