"""The Recovery Phase (albion/5.D.1, 9.0) and the Activation Phase (5.D.2, 10.0, 10.4); Auberon’s Expedition (10.1).

It uses `stacks` and what that uses.
"""
