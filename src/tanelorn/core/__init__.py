"""The table: positions, agendas of steps, choices, chance, views, records. It knows no game."""
