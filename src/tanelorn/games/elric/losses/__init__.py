"""What happens to counters that are lost (elric/6.0h, 7.1b, 10.6, 10.7e, 10.8, 11.0p, 16.5).

Losses by the Combat Resolution Table, heroic escapes and refuges, and what follows when a counter leaves play.
Movement, magic, combat and muster all use it; it uses `melniboneans`, `hands`, `state` and `equipment`.
"""
