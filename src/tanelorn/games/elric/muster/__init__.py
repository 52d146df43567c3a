"""Muster (elric/11.0) and where what was mustered is set up (4.0f)."""
