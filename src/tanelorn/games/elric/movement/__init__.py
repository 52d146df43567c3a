"""Movement (elric/7.0 to 7.6, 10.9.2): marches, ships, flight, dangerous seas and random attacks.

It uses `magic` and the chapters below it.
"""
