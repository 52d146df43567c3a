"""Commands for who studies games and bots: tournaments, figures and data."""
