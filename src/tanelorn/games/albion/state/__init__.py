"""What lies on the table (albion/2.0, 3.0): the world, which never changes, the position, and what each piece is worth.

Here too is what only reads the position and several chapters need: who stands with whom (11.9b), who commands (14.0),
who fights in a combat (15.1b to 15.3), who has which magic item and may use it (20.0 to 20.2), how pieces are named in
words and on cards. It uses `pack` alone.
"""
