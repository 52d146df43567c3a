"""Commands for researchers: tournaments, figures and data."""
