"""Slips: what may stand on one, the choice of a seat, the same written click by click. Uses orders."""
