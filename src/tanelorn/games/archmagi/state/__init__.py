"""What lies on the table: the lists of chits as data, the position, what units are and can do, and where they are.

Clauses: archmagi/chits.*, stacks.*, term.*, trait/*, and what lasts on hexes and borders. It uses `map` alone.
"""
