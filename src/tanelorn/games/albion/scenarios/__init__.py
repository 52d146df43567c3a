"""Scenarios (4.0, 21.0 to 23.0): set-up, initial stacking, victory."""
