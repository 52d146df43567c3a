"""Commands for who runs a site."""
