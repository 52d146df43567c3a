"""Combat (albion/5.D.5, 15.0, 16.0, 17.0): declarations, challenges, rounds, retreats, and how a combat ends.

Who bears the losses and who dies is in `losses`, evasion in `stacks`. It uses `movement` and what that uses.
"""
