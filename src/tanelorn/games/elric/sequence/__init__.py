"""The course of a game (elric/4.0, 5.0, 14.1): setting up, turns and their steps, victory, the solitaire game,
resigning.

It may use every chapter; only `views` and `rules` use it.
"""
