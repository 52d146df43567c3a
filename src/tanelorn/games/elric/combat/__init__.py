"""Combat (elric/10.0 to 10.9): from the declaration of battles to retreat, captured cities and sieges."""
