"""Scenarios (albion/4.0, 21.0 to 23.0): the two scenarios and their options, set-up, initial stacking, who has won.

It uses all chapters of the game; `sequence` alone puts its steps in their places.
"""
