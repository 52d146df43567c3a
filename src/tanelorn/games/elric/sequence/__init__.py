"""The course of a game (elric/4.0, 5.0, 14.1): setting up, the turns and their steps, victory, resigning."""
