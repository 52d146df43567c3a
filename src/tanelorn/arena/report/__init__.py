"""Reports: pictures and pages of tournaments, of single games, and of how balanced games are."""
